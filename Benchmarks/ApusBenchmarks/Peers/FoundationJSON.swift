import FoundationEssentials

/// The coders of FoundationEssentials, compiled when the benchmarks run and called in the same
/// process, for the same type.
enum FoundationJSON {
  /// What is encoded, read once from the bytes that are handed over before.
  nonisolated(unsafe) static var kept = Flock(count: 0)

  // SAFETY: the caller lends as many bytes as it says, for the call.
  static func data(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Data {
    Data(UnsafeBufferPointer(start: start, count: count))
  }
}

/// Decodes the same document over and over, and returns how many birds there were.
@_cdecl("json_decode")
public func decode(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let (data, decoder) = (FoundationJSON.data(start, count), JSONDecoder())
  var sum: UInt64 = 0
  for _ in 0..<rounds {
    sum &+= UInt64((try? decoder.decode(Flock.self, from: data))?.birds.count ?? 0)
  }
  return sum
}

/// Keeps a document as what `json_encode` encodes.
@_cdecl("json_keep")
public func keep(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let flock = try? JSONDecoder().decode(Flock.self, from: FoundationJSON.data(start, count))
  FoundationJSON.kept = flock ?? Flock(count: 0)
  return UInt64(FoundationJSON.kept.birds.count)
}

/// Encodes what was kept over and over, and returns how many bytes there were.
@_cdecl("json_encode")
public func encode(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let encoder = JSONEncoder()
  var sum: UInt64 = 0
  for _ in 0..<rounds { sum &+= UInt64((try? encoder.encode(FoundationJSON.kept))?.count ?? 0) }
  return sum
}
