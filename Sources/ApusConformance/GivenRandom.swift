import ApusBytes

/// Randomness that a case states; it fails where another number of bytes is asked for.
struct GivenRandom: RandomSource {
  let bytes: [UInt8]

  func fill(_ output: inout MutableSpan<UInt8>) throws(RandomError) {
    guard output.count == bytes.count else { throw .unavailable(errno: 0) }
    for index in bytes.indices { output[index] = bytes[index] }
  }
}
