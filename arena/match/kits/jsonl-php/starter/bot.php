<?php

// What does this bot play? Anything that is allowed. This is the file to change.
// It reads and writes one object of JSON a line; what it writes to stderr is its log.
declare(strict_types=1);

echo json_encode(['hello' => ['protocol' => 1]]), "\n";
while (($line = fgets(STDIN)) !== false) {
    $decision = json_decode($line, true)['decision'] ?? null;
    if ($decision !== null) {
        $index = random_int(0, count($decision['legal']) - 1);
        echo json_encode(['answer' => ['id' => $decision['id'], 'index' => $index]]), "\n";
    }
}
