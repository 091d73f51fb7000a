/// Work for a client: what, over how many connections, and how often on each.
struct Job {
  enum Kind: String {
    /// The small file over connections that are kept.
    case get
    /// The small file over a connection of its own each time.
    case fresh
    /// The large file.
    case download
    /// The large file to the server that drops it.
    case upload
  }

  let kind: Kind
  let connections: Int
  let count: Int

  /// How many units the result is divided by: requests, or GB.
  var units: Int { connections * count }

  var isBulk: Bool { kind == .download || kind == .upload }
}
