/// The reserved GREASE numbers in a ClientHello, which the server must ignore.
///
/// GREASE numbers test that servers ignore unknown numbers. The GREASE numbers for suites, groups,
/// versions, signature schemes and extensions are 0x0a0a, 0x1a1a and so on to 0xfafa. RFC 8701
/// section 2.
struct GREASE: Equatable, Sendable {
  let suite: UInt16
  let group: UInt16
  let version: UInt16
  let scheme: UInt16
  /// The numbers of two different GREASE extensions, because a message must not contain the same
  /// extension twice.
  let extensions: (UInt16, UInt16)

  /// The number of random bytes that select the GREASE numbers of a ClientHello.
  static let seedByteCount = 6

  /// Chooses the GREASE numbers from random bytes.
  init(choosingBy bytes: ArraySlice<UInt8>) {
    let random = Array(bytes)
    precondition(random.count == Self.seedByteCount, "each number needs one random byte")
    suite = Self.value(random[0])
    group = Self.value(random[1])
    version = Self.value(random[2])
    scheme = Self.value(random[5])
    let first = Self.value(random[3])
    let second = Self.value(random[4])
    extensions = (first, second == first ? second ^ 0x1010 : second)
  }

  /// Returns a Boolean value that indicates whether a number is a reserved GREASE number.
  static func contains(_ number: UInt16) -> Bool {
    number & 0x0f0f == 0x0a0a && number >> 8 == number & 0xff
  }

  /// Returns the GREASE number that a random byte selects.
  static func value(_ random: UInt8) -> UInt16 {
    UInt16(random & 0xf0 | 0x0a) * 0x0101
  }

  static func == (left: Self, right: Self) -> Bool {
    left.suite == right.suite && left.group == right.group && left.version == right.version
      && left.scheme == right.scheme && left.extensions == right.extensions
  }
}
