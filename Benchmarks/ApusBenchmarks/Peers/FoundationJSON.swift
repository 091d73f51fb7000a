import FoundationEssentials

/// The JSON coders of FoundationEssentials for the same type. They are compiled when the benchmarks
/// run and called in the same process.
enum FoundationJSON {
  /// The value to encode, which is decoded once from the bytes that `json_keep` receives.
  nonisolated(unsafe) static var kept = Flock(count: 0)

  // SAFETY: the caller passes as many bytes as it states, for the call.
  static func data(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Data {
    Data(UnsafeBufferPointer(start: start, count: count))
  }
}

/// Decodes the same document repeatedly and returns the number of birds.
@_cdecl("json_decode")
public func decode(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let (data, decoder) = (FoundationJSON.data(start, count), JSONDecoder())
  var sum: UInt64 = 0
  for _ in 0..<rounds {
    sum &+= UInt64((try? decoder.decode(Flock.self, from: data))?.birds.count ?? 0)
  }
  return sum
}

/// Stores a document for `json_encode`.
@_cdecl("json_keep")
public func keep(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let flock = try? JSONDecoder().decode(Flock.self, from: FoundationJSON.data(start, count))
  FoundationJSON.kept = flock ?? Flock(count: 0)
  return UInt64(FoundationJSON.kept.birds.count)
}

/// Encodes the stored document repeatedly and returns the number of bytes.
@_cdecl("json_encode")
public func encode(_ start: UnsafePointer<UInt8>?, _ count: Int, _ rounds: Int) -> UInt64 {
  let encoder = JSONEncoder()
  var sum: UInt64 = 0
  for _ in 0..<rounds { sum &+= UInt64((try? encoder.encode(FoundationJSON.kept))?.count ?? 0) }
  return sum
}
