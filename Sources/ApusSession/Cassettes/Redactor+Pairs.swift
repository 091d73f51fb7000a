internal import ApusBytes
internal import ApusHTTP

extension Redactor {
  /// The kind of text that contains name-value pairs.
  enum PairPlace {
    /// A form, which consists of name-value pairs.
    case form
    /// A URL, whose path, query and fragment can contain name-value pairs.
    case url
    /// Text that can contain URLs and name-value pairs.
    case text

    /// Returns whether a name-value pair can begin directly after a byte.
    fileprivate func opensPair(_ byte: UInt8) -> Bool {
      switch self {
      case .form: byte == 0x26
      case .url: byte == 0x26 || byte == 0x3f || byte == 0x23 || byte == 0x3b
      case .text: Self.textOpeners.contains(byte)
      }
    }

    /// Returns whether a byte can be part of the name of a name-value pair.
    fileprivate func mayBeInName(_ byte: UInt8) -> Bool {
      switch self {
      case .form: byte != 0x26
      case .url: !opensPair(byte) && byte != 0x2f
      case .text: Self.nameBytes.contains(byte)
      }
    }

    /// Returns whether a byte ends the value of a name-value pair.
    fileprivate func endsValue(_ byte: UInt8) -> Bool {
      switch self {
      case .form: byte == 0x26
      case .url: byte == 0x26 || byte == 0x23
      case .text: Self.textEnds.contains(byte)
      }
    }

    private static let textOpeners = ByteSet("&?#;,").union(ByteSet(0...0x20))
    private static let nameBytes = ByteSet.letters.union(.digits).union(ByteSet("-_.%[]+"))
    private static let textEnds = ByteSet("&#\"'<>\\`").union(ByteSet(0...0x20))
  }

  /// Returns a URL without the secrets in its user information, path, query and fragment.
  func redact(url: String, _ found: inout FoundSecrets) -> String {
    String(decoding: redact(pairsIn: Array(url.utf8), .url, &found), as: UTF8.self)
  }

  /// Returns bytes without the secret values of name-value pairs and without the user information
  /// of URLs.
  ///
  ///     pair = name "=" value
  ///
  /// The function also searches percent-encoded values, such as a URL in the query of another URL.
  /// Each byte is percent-decoded at most once per level of nesting.
  func redact(
    pairsIn bytes: [UInt8], _ place: PairPlace, depth: Int = 0, _ found: inout FoundSecrets
  ) -> [UInt8] {
    var clean: [UInt8] = []
    var (at, copied, valueEnd, decodedUpTo) = (0, 0, 0, 0)
    var isOpen = place != .url
    while at < bytes.count {
      guard isOpen else {
        if let user = userinfo(in: bytes, at: at, place) {
          found.insert(Array(bytes[user]))
          clean += bytes[copied..<user.lowerBound] + mark
          (at, copied) = (user.upperBound, user.upperBound)
        } else {
          isOpen = place.opensPair(bytes[at])
          at += 1
        }
        continue
      }
      isOpen = false
      guard let equals = equals(in: bytes, from: at, place) else { continue }
      if let meaning = meaning(of: bytes[at..<equals]) {
        let value = secretValue(in: bytes, after: equals, opener: at - 1, place)
        if !value.isEmpty {
          found.insert(Array(bytes[value]), with: meaning)
          clean += bytes[copied..<value.lowerBound] + mark
          copied = value.upperBound
        }
        at = value.upperBound
        continue
      }
      // Name-value pairs inside a value end at the end of the outer value.
      if valueEnd <= equals {
        valueEnd = bytes[(equals + 1)...].firstIndex { place.endsValue($0) } ?? bytes.endIndex
      }
      at = equals + 1
      guard valueEnd > decodedUpTo else { continue }
      decodedUpTo = valueEnd
      if let inner = redact(encoded: bytes[at..<valueEnd], place, depth, &found) {
        clean += bytes[copied..<at] + inner
        (at, copied) = (valueEnd, valueEnd)
      }
    }
    return copied == 0 ? bytes : clean + bytes[copied...]
  }

  /// Returns the range of the value of a secret. The range of a quoted value excludes the quotation
  /// marks.
  private func secretValue(
    in bytes: [UInt8], after equals: Int, opener: Int, _ place: PairPlace
  ) -> Range<Int> {
    let start = equals + 1
    if place == .text, start < bytes.count, bytes[start] == 0x22 || bytes[start] == 0x27 {
      let end = bytes[(start + 1)...].firstIndex { $0 == bytes[start] || $0 == 0x0a }
      return (start + 1)..<(end ?? bytes.endIndex)
    }
    // A path parameter ends before the next path parameter, and before the query.
    let isPathParameter = place != .form && opener >= 0 && bytes[opener] == 0x3b
    let end = bytes[start...].firstIndex {
      place.endsValue($0) || isPathParameter && ($0 == 0x3b || $0 == 0x3f)
    }
    return start..<(end ?? bytes.endIndex)
  }

  /// Returns the kind of secret that a name denotes, or `nil` if the name denotes no secret.
  private func meaning(of name: ArraySlice<UInt8>) -> FoundSecrets.SecretKind? {
    let name = (try? HTTP.PercentEncoding.form.decode(Array(name).span)) ?? Array(name)
    if names.contains(name) { return .secret }
    return names.containsPair(name) ? .pair : nil
  }

  /// Returns the index of the equals sign that follows a name.
  private func equals(in bytes: [UInt8], from start: Int, _ place: PairPlace) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] != 0x3d {
      guard place.mayBeInName(bytes[at]) else { return nil }
      at += 1
    }
    return at > start && at < bytes.count ? at : nil
  }

  /// Returns a percent-encoded value without its secrets, or `nil` if the value contains no
  /// secrets.
  private func redact(
    encoded value: ArraySlice<UInt8>, _ place: PairPlace, _ depth: Int,
    _ found: inout FoundSecrets
  ) -> [UInt8]? {
    let encoding = place == .form ? HTTP.PercentEncoding.form : .queryValue
    guard depth < Self.depthLimit, value.contains(0x25) || place == .form,
      let decoded = try? encoding.decode(Array(value).span)
    else { return nil }
    let clean = redact(text: decoded, isText: false, depth: depth + 1, &found)
    return clean == decoded ? nil : Array(encoding.encode(clean.span).utf8)
  }

  /// The maximum number of nested percent-encoded values that are searched for secrets.
  static let depthLimit = 3

  /// Returns the range of the secret in a URL's user information: the password, or the whole if
  /// there is no colon.
  ///
  ///     authority = [ userinfo "@" ] host [ ":" port ]
  ///
  /// RFC 3986 section 3.2.
  private func userinfo(in bytes: [UInt8], at start: Int, _ place: PairPlace) -> Range<Int>? {
    guard place != .form, bytes[start] == 0x3a, start + 3 < bytes.count,
      bytes[start + 1] == 0x2f, bytes[start + 2] == 0x2f
    else { return nil }
    let authority = bytes[(start + 3)...].prefix(Self.userinfoLimit).prefix {
      $0 != 0x2f && $0 != 0x3f && $0 != 0x23 && ($0 == 0x27 || !PairPlace.text.endsValue($0))
    }
    guard let mark = authority.lastIndex(of: 0x40) else { return nil }
    let user = authority[..<mark]
    let from = user.firstIndex(of: 0x3a).map { $0 + 1 } ?? user.startIndex
    return from < mark ? from..<mark : nil
  }

  private static let userinfoLimit = 4_096
}
