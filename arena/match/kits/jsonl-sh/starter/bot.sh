# What does this bot play? Anything that is allowed. This is the file to change.
# It reads and writes one object of JSON a line; what it writes to stderr is its log.
echo '{"hello": {"protocol": 1}}'
while read -r line; do
  case $line in
  '{"decision"'*)
    count=$(printf '%s' "$line" | jq '.decision.legal | length')
    index=$(shuf -i "0-$((count - 1))" -n 1)
    printf '%s' "$line" | jq -c --argjson index "$index" '{answer: {id: .decision.id, index: $index}}'
    ;;
  esac
done
