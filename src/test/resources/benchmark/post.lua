-- For wrk: sends the bodies in the file $BODIES, one a line, in turn. An answer that isn't 200, or doesn't have the text $EXPECTED, is wrong.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, text/event-stream"
for name, value in (os.getenv("HEADERS") or ""):gmatch("([^:;]+):%s*([^;]+)") do wrk.headers[name] = value end

local requests, next_request = {}, 0
local expected = os.getenv("EXPECTED")
local threads = {}

function setup(thread)
  table.insert(threads, thread)
  thread:set("wrong", 0)
end

function init()
  for body in io.lines(os.getenv("BODIES")) do table.insert(requests, wrk.format(nil, nil, nil, body)) end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function response(status, headers, body)
  if status ~= 200 or not body:find(expected, 1, true) then
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
