/// Work for a client: what, over how many connections, and how often on each.
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

  /// A job as the words of a command say it.
  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 3, let kind = Kind(rawValue: words[0]), let connections = Int(words[1]),
      let count = Int(words[2])
    else { return nil }
    self.init(kind: kind, connections: connections, count: count)
  }

  /// How many units the result is divided by: requests, or GB.
  var units: Int { connections * count }

  var isBulk: Bool { kind == .download || kind == .upload }
}
