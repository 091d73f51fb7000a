// Node's fetch: client.mjs WORKLOAD URL CONNECTIONSxCOUNT
// The roots come from NODE_EXTRA_CA_CERTS, which Node reads when it starts.
const [workload, base, size] = process.argv.slice(2);
const [connections, count] = size.split("x").map(Number);
const { protocol, port } = new URL(base);
const body = JSON.stringify({ id: 7, name: "Ada", text: "x".repeat(1000) });

function request(n) {
  if (workload === "post") {
    return [base, { method: "POST", headers: { "Content-Type": "application/json" }, body }];
  }
  if (workload === "fresh") return [base, { headers: { Connection: "close" } }];
  if (workload !== "mix") return [base, {}];
  const host = `127.0.0.${1 + (n % 8)}`;
  const path = `/mix/users/${(n * 7919) % 10007}?page=${n % 40}&sort=name&fields=id,name,grams`;
  const headers = {
    Accept: "application/json",
    "Accept-Language": "en-GB,en;q=0.8",
    "X-Request-Id": String(n),
    "X-Tenant": `tenant-${n % 20}`,
    "Cache-Control": "no-cache",
  };
  return [`${protocol}//${host}:${port}${path}`, { headers }];
}

async function run(index, count) {
  for (let i = 0; i < count; i++) {
    const answer = await fetch(...request(index + i * connections));
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    if (workload === "mix" || workload === "post") await answer.json();
    else await answer.arrayBuffer();
  }
}

const work = (count) => Promise.all(Array.from({ length: connections }, (_, index) => run(index, count)));

await work(Math.max(1, Math.floor(count / 10)));
const start = process.cpuUsage();
const wall = process.hrtime.bigint();
await work(count);
const used = process.cpuUsage(start);
console.log(
  JSON.stringify({
    requests: connections * count,
    nanoseconds: (used.user + used.system) * 1000,
    wall: Number(process.hrtime.bigint() - wall),
    kibibytes: process.resourceUsage().maxRSS,
  }),
);
