import ApusNet
import Glibc
import Synchronization

/// The HTTP clients that take part in the comparison, each with a name and a command.
///
/// A client is a program with three arguments: the workload (`get`, `mix`, `post` or `fresh`), the
/// URL, and `CONNECTIONSxCOUNT`. The program prints the line of `ClientUse`.
enum ClientRegistry {
  struct Client {
    let name: String
    let command: [String]
    /// A Boolean value that indicates whether the client supports the workloads with TLS.
    var speaksTLS = true
    /// A Boolean value that indicates whether the client supports the workloads without TLS.
    var speaksClear = true
  }

  private static let added = Mutex<[Client]>([])

  /// Adds the clients that the option `--client` names.
  static func add(_ clients: [(name: String, command: String)]) {
    added.withLock { list in
      list += clients.map {
        Client(name: $0.name, command: $0.command.split(separator: " ").map(String.init))
      }
    }
  }

  /// The root folder of the repository.
  static let root = Peer.folder.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  private static let sources = root + "/Benchmarks/Clients"

  /// Returns the first existing path of a program in the folders, or the bare name of the program.
  private static func program(_ name: String, in folders: [String]) -> String {
    folders.map { "\(root)/.build/\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 } ?? name
  }

  static var goProgram: String { program("go", in: ["benchmarks/bin", "peers/bin"]) }

  /// Returns the clients whose programs can be built or started on this machine. Each other client
  /// becomes a note in the report.
  static func prepared(in folder: String) throws -> [Client] {
    let ourselves = Party.ourselves
    var clients = [
      Client(name: "Apus on its loop", command: [ourselves, "client-loop"]),
      Client(name: "Apus by default", command: [ourselves, "client-pool"]),
    ]
    for (name, source, libraries, isTLS) in [
      ("plain C", "http_client.c", [String](), false),
      ("plain C", "tls_client.c", ["ssl", "crypto"], true),
    ] {
      let path = "\(folder)/\(source.dropLast(2))"
      try Peer.compile(source, to: path, isLibrary: false, level: "-O3", libraries: libraries)
      clients.append(Client(name: name, command: [path], speaksTLS: isTLS, speaksClear: !isTLS))
    }
    clients += compiled(in: folder)
    clients += interpreted()
    return clients + added.withLock(\.self)
  }

  /// Returns the clients in languages that are compiled.
  private static func compiled(in folder: String) -> [Client] {
    var clients: [Client] = []
    let curl = folder + "/curl-client"
    let cc = ["cc", "-O3", "-o", curl, sources + "/curl.c", "-lcurl", "-lpthread"]
    if builds("libcurl", cc) {
      clients.append(Client(name: "libcurl multi", command: [curl, "multi"]))
      clients.append(Client(name: "libcurl easy", command: [curl, "easy"]))
    }
    let go = folder + "/go-client"
    let goBuild = ["env", "GO111MODULE=off", "GOCACHE=\(root)/.build/go-cache", goProgram]
    if builds("Go net/http", goBuild + ["build", "-o", go, sources + "/client.go"]) {
      clients.append(Client(name: "Go net/http", command: [go]))
    }
    let foundation = "\(root)/.build/urlsession-client"
    let swiftc = ["swiftc", "-O", "-parse-as-library", "-swift-version", "6", "-o", foundation]
    // The client with URLSession trusts only the root certificates of the system.
    if builds("URLSession", swiftc + [sources + "/URLSessionClient.swift"]) {
      clients.append(Client(name: "URLSession", command: [foundation], speaksTLS: false))
    }
    for (name, program, remedy) in [
      ("reqwest", "\(root)/.build/reqwest/release/reqwest-client", "Benchmarks/run builds it"),
      (
        "async-http-client", "\(root)/.build/async-http-client/release/Client",
        "APUS_MIRRORS=FILE Benchmarks/run builds it"
      ),
    ] {
      if unsafe access(program, X_OK) == 0 {
        clients.append(Client(name: name, command: [program]))
      } else {
        Results.note("\(name) is not available here; \(remedy)")
      }
    }
    return clients
  }

  /// Returns the clients in languages that are not compiled.
  private static func interpreted() -> [Client] {
    var clients: [Client] = []
    let python = program("python3", in: ["benchmarks/bin", "peers/bin"])
    for library in ["requests", "httpx", "aiohttp"] {
      guard builds("Python \(library)", [python, "-c", "import \(library)"]) else { continue }
      clients.append(
        Client(name: "Python \(library)", command: [python, sources + "/client.py", library]))
    }
    if builds("Node fetch", ["node", "--eval", "fetch"]) {
      clients.append(Client(name: "Node fetch", command: ["node", sources + "/client.mjs"]))
    }
    return clients
  }

  /// Runs a command that a client needs. If the command fails, the client becomes a note in the
  /// report.
  private static func builds(_ name: String, _ words: [String]) -> Bool {
    if let outcome = try? Command.run(words), outcome.status == 0 { return true }
    Results.note("\(name) is not available here")
    return false
  }
}
