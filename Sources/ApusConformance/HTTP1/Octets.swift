import ApusSerialization

/// The octets of the test corpus, which contains a code point below 256 for each octet.
enum Octets {
  /// Decodes octets from a string or from a list of strings with the number of repetitions of each.
  static func decode(_ value: JSON.Value?) -> [UInt8]? {
    if let text = value?.string { return decode(text) }
    guard let segments = value?.array else { return nil }
    var octets: [UInt8] = []
    for segment in segments {
      guard let text = segment[0]?.string.flatMap(decode), let count = segment[1]?.int else {
        return nil
      }
      for _ in 0..<count { octets.append(contentsOf: text) }
    }
    return octets
  }

  static func decode(_ text: String) -> [UInt8]? {
    var octets: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let octet = UInt8(exactly: scalar.value) else { return nil }
      octets.append(octet)
    }
    return octets
  }

  /// Decodes a list of pairs of a name and a value.
  static func pairs(_ value: JSON.Value?) -> [Pair]? {
    var pairs: [Pair] = []
    for pair in value?.array ?? [] {
      guard let name = decode(pair[0]), let value = decode(pair[1]) else { return nil }
      pairs.append(Pair(name: name.map(lowercased), value: value))
    }
    return pairs
  }

  static func lowercased(_ octet: UInt8) -> UInt8 {
    (0x41...0x5a).contains(octet) ? octet + 0x20 : octet
  }

  static func trimmed(_ octets: [UInt8]) -> [UInt8] {
    func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
    return Array(
      octets.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}

/// A header field line. The name is in lower case, because field names are case-insensitive.
struct Pair: Equatable, CustomStringConvertible {
  var name: [UInt8]
  var value: [UInt8]

  var description: String {
    String(decoding: name, as: UTF8.self) + ": " + String(decoding: value, as: UTF8.self)
  }
}
