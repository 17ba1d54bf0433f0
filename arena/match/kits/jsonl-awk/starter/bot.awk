# What does this bot play? Anything that is allowed. This is the file to change.
# It reads and writes one object of JSON a line; what it writes to stderr is its log.
BEGIN {
  srand()
  say("{\"hello\": {\"protocol\": 1}}")
}

/^\{"decision"/ {
  match($0, /"id":"[0-9]+"/) # the first one is the decision's own
  id = substr($0, RSTART, RLENGTH)
  legal = substr($0, index($0, "\"legal\":["))
  count = gsub(/"verb":/, "", legal) # every action has one
  say("{\"answer\": {" id ", \"index\": " int(rand() * count) "}}")
}

function say(text) {
  print text
  fflush()
}
