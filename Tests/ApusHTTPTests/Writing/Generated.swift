import ApusHTTP

/// Messages made from a seed, so that a failure can be seen again.
struct Generated: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64: a counter whose bits are stirred.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }

  mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  private mutating func bytes(_ range: ClosedRange<Int>, of set: [UInt8]) -> [UInt8] {
    (0..<count(range)).map { _ in set.randomElement(using: &self) ?? 0x61 }
  }

  private mutating func text(_ range: ClosedRange<Int>, of set: [UInt8]) -> String {
    String(decoding: bytes(range, of: set), as: UTF8.self)
  }

  private static let token = Array(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let target = (UInt8(0x21)...0x7e).filter { $0 != 0x23 }
  private static let fieldText = [0x09] + (UInt8(0x20)...0x7e) + (UInt8(0x80)...0xff)

  mutating func method() -> HTTP.Method {
    let known: [HTTP.Method] = [.get, .post, .put, .patch, .delete, .options]
    return known.randomElement(using: &self) ?? .get
  }

  mutating func path() -> String {
    "/" + text(0...20, of: Self.target.filter { $0 != 0x3f })
  }

  mutating func query() -> String? {
    Bool.random(using: &self) ? text(0...20, of: Self.target) : nil
  }

  mutating func reason() -> String { text(0...20, of: Array(0x20...0x7e)) }

  /// Names without a meaning for a writer, and values without space around them.
  mutating func fields(_ range: ClosedRange<Int> = 0...20) -> HTTP.Fields {
    var fields = HTTP.Fields()
    for _ in 0..<count(range) {
      let name = HTTP.FieldName("X-" + text(0...20, of: Self.token))
      var value = bytes(0...40, of: Self.fieldText)[...]
      while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
      while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
      fields.append(name, HTTP.FieldValue(bytes: Array(value)))
    }
    return fields
  }

  mutating func parts() -> [[UInt8]] {
    (0..<count(0...5)).map { _ in bytes(0...100, of: Array(0...0xff)) }
  }
}
