internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

/// A matcher that replaces secrets in bytes. The running time hardly depends on the number of
/// secrets.
///
/// The matcher sorts the encoded forms of all secrets, such as base64. At each index, a filter
/// tests the next four bytes. If the filter matches, a binary search finds the last form that is
/// not greater than the remaining bytes. Each encoded form has a link to its longest prefix among
/// the other forms, so the matcher tries longer forms first.
struct SecretMatcher: Sendable {
  private struct SecretForm {
    let bytes: [UInt8]
    /// A Boolean value that indicates whether the secret is replaced only as a separate word.
    let isWord: Bool
    /// The index of the longest encoded secret that is a prefix of this encoded secret, or -1.
    var shorter = -1
  }

  private var forms: [SecretForm] = []
  /// A bit set with one bit for each hash of the first four bytes of an encoded secret.
  private var filter: [UInt64] = []

  init(_ secrets: FoundSecrets) {
    guard !secrets.isEmpty else { return }
    var words: [[UInt8]: Bool] = [:]
    for secret in secrets.alone { for form in Self.forms(of: secret) { words[form] = true } }
    for secret in secrets.anywhere { for form in Self.forms(of: secret) { words[form] = false } }
    forms = words.map { SecretForm(bytes: $0.key, isWord: $0.value) }
    forms.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    var open: [Int] = []
    for index in forms.indices {
      while let last = open.last, !forms[index].bytes.starts(with: forms[last].bytes) {
        open.removeLast()
      }
      forms[index].shorter = open.last ?? -1
      open.append(index)
    }
    var count = 4
    while count < forms.count { count *= 2 }
    filter = Array(repeating: 0, count: count)
    for form in forms {
      let bit = bit(of: form.bytes, at: 0)
      filter[bit / 64] |= 1 << UInt64(bit % 64)
    }
  }

  /// Returns the encodings of a secret that are replaced: unchanged, query, form, base64 and JSON.
  private static func forms(of secret: [UInt8]) -> [[UInt8]] {
    var forms: Set<[UInt8]> = [secret]
    let decoded = try? HTTP.PercentEncoding.form.decode(secret.span)
    for plain in [secret, decoded ?? secret] {
      forms.insert(plain)
      forms.insert(Array(HTTP.PercentEncoding.queryValue.encode(plain.span).utf8))
      forms.insert(Array(HTTP.PercentEncoding.form.encode(plain.span).utf8))
      forms.insert(Array(Base64.encode(plain).utf8))
      guard let text = String(validating: plain, as: UTF8.self) else { continue }
      var options = JSON.WritingOptions()
      for escapes in [[], .nonASCII, .slashes, [.slashes, .nonASCII]]
        as [JSON.WritingOptions.Escapes]
      {
        options.escapes = escapes
        let json = try? JSON.Value.string(text).bytes(options)
        forms.insert(Array(json?.dropFirst().dropLast() ?? []))
      }
    }
    return forms.filter { $0.count >= FoundSecrets.leastWordByteCount }
  }

  /// Returns a copy of bytes with a mark in place of each secret.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    guard !forms.isEmpty, bytes.count >= FoundSecrets.leastWordByteCount else { return bytes }
    var clean: [UInt8] = []
    var (at, copied) = (0, 0)
    while at + FoundSecrets.leastWordByteCount <= bytes.count {
      guard let count = match(in: bytes, at: at) else {
        at += 1
        continue
      }
      clean += bytes[copied..<at] + HTTPSession.Cassette.Redaction.mark
      at += count
      copied = at
    }
    return copied == 0 ? bytes : clean + bytes[copied...]
  }

  func removed(from text: String) -> String {
    String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
  }

  /// Returns the length of the longest secret that begins at an index, or `nil` if there is none.
  private func match(in bytes: [UInt8], at start: Int) -> Int? {
    let bit = bit(of: bytes, at: start)
    guard filter[bit / 64] & 1 << UInt64(bit % 64) != 0 else { return nil }
    var (low, high) = (0, forms.count)
    while low < high {
      let middle = (low + high) / 2
      if isGreater(forms[middle].bytes, than: bytes, from: start) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    var index = low - 1
    while index >= 0 {
      let form = forms[index]
      if begins(with: form.bytes, bytes, at: start),
        !form.isWord || standsAlone(start..<(start + form.bytes.count), in: bytes)
      {
        return form.bytes.count
      }
      index = form.shorter
    }
    return nil
  }

  /// Returns whether a form is greater than the remaining bytes in the sort order of the forms.
  private func isGreater(_ form: [UInt8], than bytes: [UInt8], from start: Int) -> Bool {
    let count = min(form.count, bytes.count - start)
    var index = 0
    while index < count {
      let (one, other) = (form[index], bytes[start + index])
      if one != other { return one > other }
      index += 1
    }
    return form.count > count
  }

  private func begins(with form: [UInt8], _ bytes: [UInt8], at start: Int) -> Bool {
    guard form.count <= bytes.count - start else { return false }
    var index = 0
    while index < form.count {
      if form[index] != bytes[start + index] { return false }
      index += 1
    }
    return true
  }

  private func standsAlone(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    (range.lowerBound == 0 || !Self.word.contains(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !Self.word.contains(bytes[range.upperBound]))
  }

  private static let word = ByteSet.letters.union(.digits).union(ByteSet(0x80...0xff))

  private func bit(of bytes: [UInt8], at start: Int) -> Int {
    let word =
      UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16
      | UInt32(bytes[start + 2]) << 8 | UInt32(bytes[start + 3])
    // The hash uses the upper half of the product, because multiplication mixes the upper bits
    // best, and the number of bits is a power of two.
    return Int(truncatingIfNeeded: (word &* 0x9e37_79b1) >> 7) & (filter.count * 64 - 1)
  }
}

// MARK: Exchanges

extension SecretMatcher {
  /// Returns a recorded exchange without the secrets.
  func removed(from exchange: RecordedExchange) -> RecordedExchange {
    guard !forms.isEmpty else { return exchange }
    var clean = exchange
    remove(from: &clean.request)
    remove(from: &clean.response.fields)
    remove(from: &clean.response.trailers)
    clean.response.body.bytes = removed(from: exchange.response.body.bytes, isContent: true)
    return clean
  }

  func remove(from request: inout RecordedExchange.Request) {
    request.url = removed(from: request.url)
    remove(from: &request.fields)
    request.body = request.body.map { RecordedBytes(removed(from: $0.bytes, isContent: true)) }
  }

  private func remove(from fields: inout [RecordedExchange.Field]) {
    for index in fields.indices {
      fields[index].value.bytes = removed(from: fields[index].value.bytes)
    }
  }

  /// Returns content without the secrets. JSON content remains valid JSON after the removal of
  /// secrets.
  private func removed(from bytes: [UInt8], isContent: Bool) -> [UInt8] {
    guard !forms.isEmpty, JSONGuess.isLikely(bytes), let value = try? JSON.Value(parsing: bytes)
    else { return removed(from: bytes) }
    let clean = removed(from: value)
    guard clean != value else { return bytes }
    return (try? clean.bytes()) ?? HTTPSession.Cassette.Redaction.mark
  }

  /// Returns a JSON value without the secrets in its strings and names. The number 0 replaces a
  /// number that is a secret.
  private func removed(from value: JSON.Value) -> JSON.Value {
    switch value {
    case .object(let object):
      return .object(
        JSON.Object(object.map { (removed(from: $0.key), removed(from: $0.value)) }))
    case .array(let elements): return .array(elements.map { removed(from: $0) })
    case .string(let text): return .string(removed(from: text))
    case .number(let number):
      let text = Array(number.description.utf8)
      return removed(from: text) == text ? value : .number(JSON.Number(0))
    case .null, .bool: return value
    }
  }
}
