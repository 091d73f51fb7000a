//! Rust's reqwest: client WORKLOAD URL CONNECTIONSxCOUNT

use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Deserialize)]
struct Document {
    #[allow(dead_code)]
    id: i64,
    #[allow(dead_code)]
    name: String,
}

struct Work {
    workload: String,
    base: reqwest::Url,
    client: reqwest::Client,
    body: String,
}

impl Work {
    fn request(&self, n: u64) -> reqwest::RequestBuilder {
        match self.workload.as_str() {
            "post" => self
                .client
                .post(self.base.clone())
                .header("Content-Type", "application/json")
                .body(self.body.clone()),
            "fresh" => self.client.get(self.base.clone()).header("Connection", "close"),
            "mix" => {
                let url = format!(
                    "{}://127.0.0.{}:{}/mix/users/{}?page={}&sort=name&fields=id,name,grams",
                    self.base.scheme(),
                    1 + n % 8,
                    self.base.port().unwrap_or(80),
                    n * 7919 % 10007,
                    n % 40
                );
                self.client
                    .get(url)
                    .header("Accept", "application/json")
                    .header("Accept-Language", "en-GB,en;q=0.8")
                    .header("X-Request-Id", n.to_string())
                    .header("X-Tenant", format!("tenant-{}", n % 20))
                    .header("Cache-Control", "no-cache")
            }
            _ => self.client.get(self.base.clone()),
        }
    }

    async fn run(self: Arc<Self>, index: u64, step: u64, count: u64) -> Result<(), Failure> {
        for turn in 0..count {
            let answer = self.request(index + turn * step).send().await?.error_for_status()?;
            if self.workload == "mix" || self.workload == "post" {
                answer.json::<Document>().await?;
            } else {
                answer.bytes().await?;
            }
        }
        Ok(())
    }

    async fn all(self: &Arc<Self>, connections: u64, count: u64) -> Result<(), Failure> {
        let tasks: Vec<_> =
            (0..connections)
                .map(|index| tokio::spawn(self.clone().run(index, connections, count)))
                .collect();
        for task in tasks {
            task.await??;
        }
        Ok(())
    }
}

fn usage() -> (i64, i64) {
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    let time = |t: libc::timeval| t.tv_sec * 1_000_000_000 + t.tv_usec * 1000;
    (time(usage.ru_utime) + time(usage.ru_stime), usage.ru_maxrss)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().collect();
    let (left, right) = words[3].split_once('x').ok_or("CONNECTIONSxCOUNT")?;
    let (connections, count): (u64, u64) = (left.parse()?, right.parse()?);
    let mut builder = reqwest::Client::builder().no_proxy();
    if let Ok(path) = std::env::var("APUS_ROOTS") {
        let pem = std::fs::read_to_string(path)?;
        for part in pem.split_inclusive("-----END CERTIFICATE-----") {
            if part.contains("BEGIN CERTIFICATE") {
                builder = builder
                    .add_root_certificate(reqwest::Certificate::from_pem(part.as_bytes())?);
            }
        }
    }
    if words[1] == "fresh" {
        builder = builder.pool_max_idle_per_host(0);
    }
    let work = Arc::new(Work {
        workload: words[1].clone(),
        base: words[2].parse()?,
        client: builder.build()?,
        body: format!("{{\"id\":7,\"name\":\"Ada\",\"text\":\"{}\"}}", "x".repeat(1000)),
    });
    work.all(connections, (count / 10).max(1)).await?;
    let (start, wall) = (usage().0, Instant::now());
    work.all(connections, count).await?;
    let (passed, end) = (wall.elapsed().as_nanos(), usage());
    println!(
        "{{\"requests\":{},\"nanoseconds\":{},\"wall\":{},\"kibibytes\":{}}}",
        connections * count,
        end.0 - start,
        passed,
        end.1
    );
    Ok(())
}
