-- What does this bot play? Anything that is allowed. This is the file to change.
-- It reads and writes one object of JSON a line; what it writes to stderr is its log.
local json = require("cjson")
math.randomseed(os.time())

local function say(message)
  io.stdout:write(json.encode(message), "\n"):flush()
end

say({ hello = { protocol = 1 } })
for line in io.lines() do
  local decision = json.decode(line).decision
  if decision then
    say({ answer = { id = decision.id, index = math.random(#decision.legal) - 1 } })
  end
end
