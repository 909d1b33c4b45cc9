// Says what the runs below a folder have come to: node report.mjs FOLDER
// One line a scenario, then what was wrong, then the counts of each run. Ends with 1 if a check failed, or a run has none.
// A scenario in not-offered.json is shown with its reason and does not count. It must fail, so that the file only shrinks.
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder] = process.argv.slice(2);
const runs = readdirSync(folder).filter(name => name.endsWith('.log') && name !== 'gateway.log').map(name => name.slice(0, -4));
const count = (checks, status) => checks.filter(check => check.status === status).length;
const summary = checks => `${count(checks, 'SUCCESS')} passed, ${count(checks, 'FAILURE')} failed, `
  + `${count(checks, 'WARNING')} warnings, ${count(checks, 'SKIPPED')} skipped`;

const notOffered = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'not-offered.json'), 'utf8'));
const folders = place => readdirSync(place, { recursive: true }).filter(path => path.endsWith('checks.json')).map(path => dirname(path));

let good = runs.length > 0;
const counts = [];
for (const run of runs) {
  const place = join(folder, run);
  const scenarios = (existsSync(place) ? folders(place) : []).sort();
  console.log(`\n${run}`);
  const all = [];
  const said = readFileSync(`${place}.log`, 'utf8').split('\n').filter(line => /^(Failed to run scenario|The suite ended with)/.test(line));
  for (const scenario of scenarios) {
    const name = scenario.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
    const checks = JSON.parse(readFileSync(join(place, scenario, 'checks.json'), 'utf8'));
    if (name in notOffered) {
      console.log(`  ${count(checks, 'FAILURE') > 0 ? '–' : '✗'} ${name}: ${notOffered[name]}`);
      good &&= count(checks, 'FAILURE') > 0;
      continue;
    }
    console.log(`  ${count(checks, 'FAILURE') > 0 ? '✗' : '✓'} ${name}: ${summary(checks)}`);
    const stderr = join(place, scenario, 'stderr.txt');
    const trouble = existsSync(stderr) ? readFileSync(stderr, 'utf8') : '';
    if (trouble && !trouble.startsWith('refused:')) {
      said.push(`${name}: the driver failed: ${trouble}`);
    }
    for (const check of checks.filter(check => check.status === 'FAILURE' || check.status === 'WARNING')) {
      console.log(`      ${check.status} ${check.id}: ${check.errorMessage ?? check.description}`);
    }
    all.push(...checks);
  }
  said.forEach(line => console.log(`  ✗ ${line}`));
  counts.push(`${run}: ${scenarios.length} scenarios, ${summary(all)}`);
  good &&= count(all, 'SUCCESS') > 0 && count(all, 'FAILURE') === 0 && said.length === 0;
}
console.log(`\n${counts.join('\n')}`);
process.exit(good ? 0 : 1);
