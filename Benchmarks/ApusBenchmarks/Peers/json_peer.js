// Prints the nanoseconds that reading, then writing, each of the named files takes here.
const fs = require("fs");

function best(work, rounds) {
  const times = [];
  for (let turn = 0; turn < 15; turn++) {
    const start = process.cpuUsage();
    for (let round = 0; round < rounds; round++) work();
    const used = process.cpuUsage(start);
    times.push(((used.user + used.system) * 1000) / rounds);
  }
  return Math.round(Math.min(...times));
}

for (const path of process.argv.slice(2)) {
  const bytes = fs.readFileSync(path);
  const value = JSON.parse(bytes.toString());
  const rounds = Math.max(1, Math.floor(3000000 / bytes.length));
  console.log(
    best(() => JSON.parse(bytes.toString()), rounds),
    best(() => Buffer.from(JSON.stringify(value)), rounds));
}
