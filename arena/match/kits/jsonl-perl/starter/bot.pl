# What does this bot play? Anything that is allowed. This is the file to change.
# It reads and writes one object of JSON a line; what it writes to stderr is its log.
use v5.36;
use JSON::PP;
$| = 1;

say encode_json({ hello => { protocol => 1 } });
while (my $line = <STDIN>) {
    my $decision = decode_json($line)->{decision} or next;
    my $index = int(rand(@{ $decision->{legal} }));
    say encode_json({ answer => { id => $decision->{id}, index => $index } });
}
