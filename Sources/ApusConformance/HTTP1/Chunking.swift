/// A division of a test message into chunks, as a client would receive them.
struct Chunking {
  let name: String
  /// The end offset of each chunk. The last offset is the number of bytes.
  let ends: [Int]

  /// Returns each division into chunks that a case names, and some random divisions.
  static func ways(named names: [String], byteCount: Int) -> [Chunking] {
    names.flatMap { ways(named: $0, byteCount) } + randomWays(byteCount)
  }

  private static func ways(named name: String, _ byteCount: Int) -> [Chunking] {
    if name == "whole" { return [Chunking(name: name, ends: [byteCount])] }
    if name == "splits" {
      return (0...byteCount).map { Chunking(name: "split at \($0)", ends: [$0, byteCount]) }
    }
    guard name.hasPrefix("chunks:"), let size = Int(name.dropFirst(7)), size > 0 else {
      return []
    }
    let ends = Array(stride(from: size, to: byteCount, by: size)) + [byteCount]
    return [Chunking(name: name, ends: ends)]
  }

  /// The seed of the random divisions, which is the same in each run.
  static let seed: UInt64 = 0x9e37_79b9_7f4a_7c15

  private static func randomWays(_ byteCount: Int) -> [Chunking] {
    var state = seed &+ UInt64(byteCount)
    func next(below bound: Int) -> Int {
      // The step of a linear congruential generator with Knuth's constants, whose high bits are
      // used.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (1...12).map { round in
      let pieceLimit = [3, 9, 40, 400][round % 4]
      var ends: [Int] = []
      var at = 0
      while at < byteCount {
        at = min(byteCount, at + 1 + next(below: pieceLimit))
        ends.append(at)
      }
      return Chunking(name: "random cuts \(round)", ends: ends.isEmpty ? [0] : ends)
    }
  }
}
