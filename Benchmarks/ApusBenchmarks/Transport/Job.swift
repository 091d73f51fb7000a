/// A job for a client: its kind, its number of connections, and its repetitions on each.
struct Job {
  enum Kind: String {
    /// The small file over connections that are kept.
    case get
    /// The small file over a connection of its own each time.
    case fresh
    /// The same, in the TLS session of an earlier one.
    case resumed
    /// The large file.
    case download
    /// The large file to the server that drops it.
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

  /// Reads a job from the words of a command.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 3, let kind = Kind(rawValue: words[0]), let connections = Int(words[1]),
      let count = Int(words[2])
    else { return nil }
    self.init(kind: kind, connections: connections, count: count)
  }

  /// The number of units by which the result is divided: requests, or GB.
  var units: Int { connections * count }

  var isBulk: Bool { kind == .download || kind == .upload }
}
