"""requests, httpx or aiohttp: client.py LIBRARY WORKLOAD URL CONNECTIONSxCOUNT"""

import asyncio
import json
import os
import resource
import ssl
import sys
import threading
import time
from urllib.parse import urlsplit

library, workload, base, size = sys.argv[1:]
connections, count = (int(word) for word in size.split("x"))
parts = urlsplit(base)
roots = os.environ.get("APUS_ROOTS")
body = json.dumps({"id": 7, "name": "Ada", "text": "x" * 1000}).encode()


def request(n):
    """The method, the URL, the header fields and the body of request number n."""
    if workload == "post":
        return "POST", base, {"Content-Type": "application/json"}, body
    if workload != "mix":
        return "GET", base, {"Connection": "close"} if workload == "fresh" else {}, None
    url = (
        f"{parts.scheme}://127.0.0.{1 + n % 8}:{parts.port}/mix/users/{n * 7919 % 10007}"
        f"?page={n % 40}&sort=name&fields=id,name,grams"
    )
    fields = {
        "Accept": "application/json",
        "Accept-Language": "en-GB,en;q=0.8",
        "X-Request-Id": str(n),
        "X-Tenant": f"tenant-{n % 20}",
        "Cache-Control": "no-cache",
    }
    return "GET", url, fields, None


def use(status, content):
    if status != 200:
        sys.exit(f"status {status}")
    if workload in ("mix", "post"):
        json.loads(content)


def work_requests(count):
    import requests

    def run(index, session):
        for turn in range(count):
            method, url, fields, content = request(index + turn * connections)
            answer = session.request(method, url, headers=fields, data=content)
            use(answer.status_code, answer.content)

    threads = []
    for index, session in enumerate(sessions(requests)):
        threads.append(threading.Thread(target=run, args=(index, session)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


kept = []


def sessions(requests):
    """A session for each connection, which later rounds use again."""
    while len(kept) < connections:
        session = requests.Session()
        session.trust_env = False
        if roots:
            session.verify = roots
        kept.append(session)
    return kept


async def gather(one, count):
    async def run(index):
        for turn in range(count):
            await one(*request(index + turn * connections))

    await asyncio.gather(*(run(index) for index in range(connections)))


def figures():
    now = resource.getrusage(resource.RUSAGE_SELF)
    return int((now.ru_utime + now.ru_stime) * 1e9), time.monotonic_ns(), now.ru_maxrss


def report(start, end):
    print(
        json.dumps(
            {
                "requests": connections * count,
                "nanoseconds": end[0] - start[0],
                "wall": end[1] - start[1],
                "kibibytes": end[2],
            }
        )
    )


async def measure(one):
    await gather(one, max(1, count // 10))
    start = figures()
    await gather(one, count)
    report(start, figures())


async def main_httpx():
    import httpx

    context = ssl.create_default_context(cafile=roots) if roots else True
    keep = 0 if workload == "fresh" else 8 * connections
    limits = httpx.Limits(max_connections=8 * connections, max_keepalive_connections=keep)
    async with httpx.AsyncClient(verify=context, limits=limits, trust_env=False) as client:

        async def one(method, url, fields, content):
            answer = await client.request(method, url, headers=fields, content=content)
            use(answer.status_code, answer.content)

        await measure(one)


async def main_aiohttp():
    import aiohttp

    context = ssl.create_default_context(cafile=roots) if roots else True
    connector = aiohttp.TCPConnector(
        limit=8 * connections, ssl=context, force_close=workload == "fresh"
    )
    async with aiohttp.ClientSession(connector=connector) as client:

        async def one(method, url, fields, content):
            async with client.request(method, url, headers=fields, data=content) as answer:
                use(answer.status, await answer.read())

        await measure(one)


if library == "requests":
    work_requests(max(1, count // 10))
    begin = figures()
    work_requests(count)
    report(begin, figures())
else:
    asyncio.run(main_httpx() if library == "httpx" else main_aiohttp())
