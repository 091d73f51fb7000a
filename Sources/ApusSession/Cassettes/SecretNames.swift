internal import ApusBytes

/// The names of secrets in a form that can be compared quickly.
struct SecretNames: Sendable {
  private let names: Set<[UInt8]>
  private let pairNames: Set<[UInt8]>
  private let endings: [[UInt8]]

  init(_ redaction: HTTPSession.Cassette.Redaction) {
    names = Set(redaction.names.map { Self.canonical($0.utf8) })
    pairNames = Set(redaction.pairNames.map { Self.canonical($0.utf8) })
    endings = redaction.nameEndings.map { Self.canonical($0.utf8) }.filter { !$0.isEmpty }
  }

  /// Returns whether a name is the name of a secret in a header field or in a JSON object.
  func contains(_ name: some Collection<UInt8>) -> Bool {
    contains(canonical: Self.canonical(name))
  }

  /// Returns whether a name is the name of a secret in a query, a fragment or a form.
  func containsPair(_ name: some Collection<UInt8>) -> Bool {
    let name = Self.canonical(name)
    return pairNames.contains(name) || contains(canonical: name)
  }

  private func contains(canonical name: [UInt8]) -> Bool {
    guard !name.isEmpty else { return false }
    if names.contains(name) { return true }
    let digits = name.reversed().prefix { 0x30...0x39 ~= $0 }.count
    let stem = name.dropLast(digits)
    return endings.contains { stem.count >= $0.count && stem.suffix($0.count).elementsEqual($0) }
  }

  /// Returns the letters and digits of a name in lower case. Bytes that are not ASCII are also
  /// returned.
  static func canonical(_ name: some Collection<UInt8>) -> [UInt8] {
    name.compactMap { byte in
      let lower = ASCII.lowercased(byte)
      return ByteSet.letters.contains(lower) || ByteSet.digits.contains(lower) || lower >= 0x80
        ? lower : nil
    }
  }
}
