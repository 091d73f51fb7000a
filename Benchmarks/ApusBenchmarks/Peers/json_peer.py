"""Prints the nanoseconds that reading, then writing, each of the named files takes here."""

import json
import sys
import time


def best(work, rounds):
    times = []
    for _ in range(15):
        start = time.process_time_ns()
        for _ in range(rounds):
            work()
        times.append((time.process_time_ns() - start) / rounds)
    return min(times)


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        text = file.read()
    value = json.loads(text)
    rounds = max(1, 3_000_000 // len(text))
    reading = best(lambda: json.loads(text), rounds)
    writing = best(lambda: json.dumps(value, separators=(",", ":"), ensure_ascii=False), rounds)
    print(int(reading), int(writing))
