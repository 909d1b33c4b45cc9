-- For wrk: sends the bodies in the file $BODIES in turn. A line has a body with the id q1, q2, …, then the texts that its answer must have,
-- each after a tab. An answer is wrong if its status is not 200 or it lacks one of the texts. $HEADERS has a header a line. $PAUSE is how many
-- milliseconds a connection waits between two calls, on average.
wrk.method = "POST"
for name, value in (os.getenv("HEADERS") or ""):gmatch("([^:\n]+): ([^\n]+)") do wrk.headers[name] = value end

local requests, expected, next_request = {}, {}, 0
local pause = tonumber(os.getenv("PAUSE") or 0)
local threads = {}

if pause > 0 then
  function delay() return math.random(0, 2 * pause) end
end

function setup(thread)
  table.insert(threads, thread)
  thread:set("wrong", 0)
end

function init()
  for line in io.lines(os.getenv("BODIES")) do
    local texts = {}
    for text in line:gmatch("[^\t]+") do table.insert(texts, text) end
    table.insert(requests, wrk.format(nil, nil, nil, table.remove(texts, 1)))
    table.insert(expected, texts)
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

local function is_right(status, body)
  local number = #requests == 1 and 1 or tonumber(body:match('"id":"q(%d+)"'))
  if status ~= 200 or not expected[number] then return false end
  for _, text in ipairs(expected[number]) do
    if not body:find(text, 1, true) then return false end
  end
  return true
end

function response(status, headers, body)
  if not is_right(status, body) then
    wrong = wrong + 1
    if wrong == 1 then io.stderr:write("wrong answer: " .. status .. " " .. body:sub(1, 300) .. "\n") end
  end
end

function done(summary, latency)
  local wrongs = 0
  for _, thread in ipairs(threads) do wrongs = wrongs + thread:get("wrong") end
  local errors = summary.errors
  io.write(string.format("FIGURES %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    wrongs + errors.connect + errors.read + errors.write + errors.timeout))
end
