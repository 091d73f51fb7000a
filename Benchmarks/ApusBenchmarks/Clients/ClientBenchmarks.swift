import ApusSerialization
import Glibc

/// A comparison of HTTP clients in several languages, which take turns with the same workloads on
/// the same nginx server.
///
/// Each client has two rows. In one row the client is pinned to one core, and in the other row it
/// may use all cores.
enum ClientBenchmarks {
  /// A workload with its name in the client contract, the path, and the number of connections.
  private struct Workload {
    let name: String
    let word: String
    let path: String
    let connections: Int
    var isTLS = false

    init(
      _ name: String, _ word: String, _ path: String, _ connections: Int, isTLS: Bool = false
    ) {
      let unit = connections == 1 ? "connection" : "connections"
      self.name = "\(name)\(isTLS ? " over TLS" : ""), \(connections) \(unit)"
      self.word = word
      self.path = path
      self.connections = connections
      self.isTLS = isTLS
    }
  }

  private static let rounds = 7

  /// The workloads. The first workload is the headline: eight hosts, different paths and queries,
  /// five header fields, and JSON.
  private static var workloads: [Workload] {
    [
      Workload("realistic mix", "mix", "mix", 64),
      Workload("realistic mix", "mix", "mix", 64, isTLS: true),
      Workload("realistic mix", "mix", "mix", 8),
      Workload("GET of 1 KB", "get", "small", 1), Workload("GET of 1 KB", "get", "small", 8),
      Workload("GET of 1 KB", "get", "small", 64), Workload("GET of 1 KB", "get", "small", 256),
      Workload("GET of 100 B", "get", "tiny", 64), Workload("GET of 64 KB", "get", "page", 64),
      Workload("GET of 1 KB", "get", "small", 64, isTLS: true),
      Workload("POST of JSON", "post", "post", 64),
      Workload("new connection", "fresh", "small", 8),
      Workload("new connection", "fresh", "small", 8, isTLS: true),
    ]
  }

  /// Runs all workloads with all clients.
  static func run() throws -> Bool {
    let place = try ClientPlace()
    let outcome = Result {
      let clients = try ClientRegistry.prepared(in: place.folder)
      for workload in Results.isQuick ? Array(workloads.prefix(2)) : workloads {
        try run(workload, clients, at: place)
      }
    }
    try place.close()
    try outcome.get()
    return true
  }

  private static func run(
    _ workload: Workload, _ clients: [ClientRegistry.Client], at place: ClientPlace
  ) throws {
    let port = workload.isTLS ? place.securePort : place.port
    let scheme = workload.isTLS ? "https" : "http"
    let host = workload.word == "mix" ? "127.0.0.1" : "localhost"
    let url = "\(scheme)://\(host):\(port)/\(workload.path)"
    print("\(workload.name):")
    var entries: [Entry] = []
    for client in clients where workload.isTLS ? client.speaksTLS : client.speaksClear {
      do {
        // The second trial is long enough that the one-time work of a client has little weight.
        var count = 4
        for _ in 0..<2 {
          let trial = try use(of: client, workload, url, count, isPinned: true, at: place)
          let each = max(1, Double(trial.nanoseconds) / Double(trial.requests))
          let wanted = (Results.isQuick ? 0.05e9 : 0.4e9) / each / Double(workload.connections)
          count = min(20_000, max(5, Int(wanted)))
        }
        for isPinned in [true, false] {
          entries.append(Entry(client: client, count: count, isPinned: isPinned))
        }
      } catch {
        Results.note("\(workload.name): \(client.name) failed: \(error)")
      }
    }
    for _ in 0..<Results.rounds(rounds) {
      for index in entries.indices {
        let entry = entries[index]
        let use = try use(
          of: entry.client, workload, url, entry.count, isPinned: entry.isPinned, at: place)
        entries[index].uses.append(use)
      }
    }
    report(workload, entries)
  }

  /// A client in one of its two placements on the cores.
  private struct Entry {
    let client: ClientRegistry.Client
    let count: Int
    let isPinned: Bool
    var uses: [ClientUse] = []

    var name: String { "\(client.name), \(isPinned ? "pinned" : "free")" }
    var times: [Double] { uses.map(\.microseconds) }
  }

  private static func report(_ workload: Workload, _ entries: [Entry]) {
    for entry in entries {
      Results.add(workload.name, client: entry.name, unit: "µs", entry.times)
      print("  \(entry.name): \(Measurement.spread(entry.times)) µs")
    }
    fflush(nil)
    for entry in entries where entry.isPinned {
      let memory = entry.uses.map { Double($0.kibibytes) / 1024 }
      Results.add("\(workload.name), memory", client: entry.client.name, unit: "MiB", memory)
    }
    for ours in entries where ours.client.command.first == Party.ourselves {
      for peer in entries
      where peer.client.command.first != Party.ourselves && peer.isPinned == ours.isPinned {
        let ratios = zip(ours.times, peer.times).map { $0 / $1 }
        Results.add(
          workload.name, client: ours.name, peer: peer.name, unit: "ratio", ratios)
      }
    }
  }

  private static func use(
    of client: ClientRegistry.Client, _ workload: Workload, _ url: String, _ count: Int,
    isPinned: Bool, at place: ClientPlace
  ) throws -> ClientUse {
    var words = ["env"]
    if workload.isTLS {
      words += ["APUS_ROOTS=\(place.roots)", "NODE_EXTRA_CA_CERTS=\(place.roots)"]
    }
    if isPinned { words += ["taskset", "-c", "\(Cores.client)"] }
    words += ["timeout", "120"] + client.command
    words += [workload.word, url, "\(workload.connections)x\(count)"]
    let outcome = try Command.run(words)
    guard outcome.status == 0 else {
      print(outcome.errors.prefix(400))
      throw Peer.Failure.command(client.name, status: outcome.status)
    }
    return try JSONCoder().decode(ClientUse.self, from: outcome.output)
  }
}
