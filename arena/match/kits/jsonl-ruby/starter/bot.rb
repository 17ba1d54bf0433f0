# frozen_string_literal: true

# What does this bot play? Anything that is allowed. This is the file to change.
# It reads and writes one object of JSON a line; what it writes to stderr is its log.
require "json"
$stdout.sync = true

puts JSON.generate(hello: { protocol: 1 })
while (line = $stdin.gets)
  decision = JSON.parse(line)["decision"] or next
  index = rand(decision["legal"].size)
  puts JSON.generate(answer: { id: decision["id"], index: index })
end
