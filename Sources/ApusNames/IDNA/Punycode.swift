/// The Punycode encoding of Unicode labels as ASCII letters, digits and hyphens.
///
/// RFC 3492.
enum Punycode {
  /// The maximum length of Punycode text in bytes: the maximum length of a label without `xn--`.
  /// The decoded text has at most as many scalars.
  static let limit = DomainName.labelLimit - 4

  /// Encodes scalars as Punycode text, which may exceed the limit. Returns `nil` if the number of
  /// scalars exceeds the limit.
  ///
  /// Scalars are encoded in the order of their values, each as the difference from the previous
  /// scalar. With at most `limit` scalars, each difference is at most 2^21 times 60.
  ///
  /// RFC 3492 section 6.3.
  static func encode(_ scalars: [UInt32]) -> [UInt8]? {
    guard scalars.count <= limit else { return nil }
    var text = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = text.count
    if basicCount > 0 { text.append(delimiter) }
    var coded = basicCount
    var next: UInt32 = 0x80
    var delta = 0
    var bias = initialBias
    while let least = scalars.filter({ $0 >= next }).min() {
      delta += Int(least - next) * (coded + 1)
      for scalar in scalars {
        if scalar < least { delta += 1 }
        guard scalar == least else { continue }
        append(delta, to: &text, bias: bias)
        bias = adapted(delta, count: coded + 1, isFirst: coded == basicCount)
        delta = 0
        coded += 1
      }
      delta += 1
      next = least + 1
    }
    return text
  }

  /// Decodes lower-case Punycode text to scalars. Returns `nil` if the text exceeds the limit or is
  /// not valid Punycode.
  ///
  /// RFC 3492 section 6.2.
  static func decode(_ text: [UInt8]) -> [UInt32]? {
    guard text.count <= limit else { return nil }
    var at = 0
    var scalars: [UInt32] = []
    if let last = text.lastIndex(of: delimiter), last > 0 {
      scalars = text[..<last].map { UInt32($0) }
      at = last + 1
    }
    let basicCount = scalars.count
    var next: UInt32 = 0x80
    var index = 0
    var bias = initialBias
    while at < text.count {
      guard let delta = readDelta(text, &at, bias: bias) else { return nil }
      let count = scalars.count + 1
      bias = adapted(delta, count: count, isFirst: scalars.count == basicCount)
      index += delta
      next += UInt32(index / count)
      guard next <= 0x10_ffff else { return nil }
      index %= count
      scalars.insert(next, at: index)
      index += 1
    }
    return scalars
  }

  private static let delimiter: UInt8 = 0x2d
  private static let base = 36
  private static let leastThreshold = 1
  private static let mostThreshold = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  /// A number that exceeds every valid Punycode delta of a text within the limit.
  private static let deltaLimit = 0x11_0000 * (limit + 1)

  private static func threshold(_ place: Int, bias: Int) -> Int {
    min(max(base * (place + 1) - bias, leastThreshold), mostThreshold)
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var places = 0
    while delta > (base - leastThreshold) * mostThreshold / 2 {
      delta /= base - leastThreshold
      places += base
    }
    return places + (base - leastThreshold + 1) * delta / (delta + skew)
  }

  private static func append(_ delta: Int, to text: inout [UInt8], bias: Int) {
    var rest = delta
    var place = 0
    while true {
      let threshold = threshold(place, bias: bias)
      guard rest >= threshold else { return text.append(digit(rest)) }
      text.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += 1
    }
  }

  /// Reads a Punycode delta. Returns `nil` if the delta exceeds the limit, contains no digits or is
  /// truncated.
  ///
  /// Each digit before the last digit is at least 1, so its weight is at most the sum, which is at
  /// most the limit. The next weight is at most 35 times larger, and the next digit is at most 35.
  /// The result is therefore below 2^37.
  private static func readDelta(_ text: [UInt8], _ at: inout Int, bias: Int) -> Int? {
    var delta = 0
    var weight = 1
    var place = 0
    while at < text.count, let digit = value(text[at]) {
      at += 1
      delta += digit * weight
      guard delta <= deltaLimit else { return nil }
      let threshold = threshold(place, bias: bias)
      if digit < threshold { return delta }
      weight *= base - threshold
      place += 1
    }
    return nil
  }

  /// Returns the ASCII character of a Punycode digit. The letters `a` to `z` are 0 to 25, and `0`
  /// to `9` are 26 to 35.
  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 - 26 + value)
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x61...0x7a: Int(byte) - 0x61
    case 0x30...0x39: Int(byte) - 0x30 + 26
    default: nil
    }
  }
}
