// Drives a gateway that serves the fixtures with the Inspector's command line, in both eras: node inspect.mjs URL
// One line a command; ends with 1 if one of them did not print what it should.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [url] = process.argv.slice(2);
const inspector = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/.bin/mcp-inspector');
const commands = [
  ['tools/list', [], out => out.tools.some(tool => tool.name === 'test_simple_text')],
  ['tools/call', ['--tool-name', 'greet', '--tool-arg', 'name=Ada'], out => out.content[0].text === 'Hello, Ada!'],
  ['tools/call', ['--tool-name', 'test_tool_with_progress'], out => out.isError === false],
  ['tools/call', ['--tool-name', 'test_error_handling'], out => out.isError === true],
  ['resources/list', [], out => out.resources.some(resource => resource.uri === 'test://static-text')],
  ['resources/templates/list', [], out => out.resourceTemplates[0].uriTemplate === 'test://template/{id}/data'],
  ['resources/read', ['--uri', 'test://static-text'], out => out.contents[0].text.length > 0],
  ['prompts/list', [], out => out.prompts.some(prompt => prompt.name === 'test_simple_prompt')],
  ['prompts/get', ['--prompt-name', 'test_prompt_with_arguments', '--prompt-args', 'arg1=a', 'arg2=b'], out => /'a'.*'b'/.test(out.messages[0].content.text)],
  ['logging/setLevel', ['--log-level', 'info'], (out, era) => era === 'modern' || !out.error],
];

let good = true;
console.log('\nInspector');
for (const era of ['legacy', 'modern']) {
  for (const [method, options, check] of commands) {
    const run = spawnSync(process.execPath, [inspector, '--cli', url, '--transport', 'http', '--protocol-era', era, '--method', method, ...options], { encoding: 'utf8', timeout: 60_000 });
    let passed = false;
    try {
      passed = check(JSON.parse(run.stdout), era);
    } catch {
      passed = method === 'logging/setLevel' && era === 'modern' && /not supported/.test(run.stdout + run.stderr);
    }
    console.log(`  ${passed ? '✓' : '✗'} ${era} ${method} ${options.join(' ')}`);
    if (!passed) {
      console.log(run.stdout, run.stderr);
    }
    good &&= passed;
  }
}
process.exit(good ? 0 : 1);
