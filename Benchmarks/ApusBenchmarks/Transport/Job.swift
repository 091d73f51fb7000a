/// A job for a client with its kind, its number of connections, and its repetitions on each
/// connection.
struct Job {
  enum Kind: String {
    /// The client requests the small file over persistent connections.
    case get
    /// The client requests the small file over a new connection each time.
    case fresh
    /// The client requests the small file over a new connection each time, in a resumed TLS
    /// session.
    case resumed
    /// The client downloads the large file.
    case download
    /// The client uploads the large file to a server that discards it.
    case upload
  }

  let kind: Kind
  let connections: Int
  let count: Int

  init(kind: Kind, connections: Int, count: Int) {
    self.kind = kind
    self.connections = connections
    self.count = count
  }

  /// Parses a job from the words of a command.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 3, let kind = Kind(rawValue: words[0]), let connections = Int(words[1]),
      let count = Int(words[2])
    else { return nil }
    self.init(kind: kind, connections: connections, count: count)
  }

  /// The divisor of the result, which is the number of requests or of GB.
  var units: Int { connections * count }

  var isBulk: Bool { kind == .download || kind == .upload }
}
