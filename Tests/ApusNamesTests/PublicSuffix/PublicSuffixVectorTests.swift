import ApusNames
import Testing

/// The test vectors that the public suffix list publishes: `Fixtures/publicsuffix/README.md`.
@Suite struct PublicSuffixVectorTests {
  /// A name and its registrable domain; nil is no name, or no such domain.
  struct Vector {
    let name: Substring?
    let domain: Substring?
  }

  @Test func `each test vector of the public suffix list has its registrable domain`() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 78)
    #expect(vectors.count { $0.domain != nil } == 52)
    for vector in vectors {
      let name = vector.name.flatMap { try? DomainName(String($0)) }
      let domain = try vector.domain.map { try DomainName(String($0)) }
      #expect(name?.registrableDomain == domain, "\(vector.name ?? "null")")
    }
  }

  @Test func `test vectors without a registrable domain are suffixes or invalid names`()
    throws
  {
    var suffixes = 0
    for vector in try Self.vectors() where vector.domain == nil {
      guard let text = vector.name else { continue }
      if let name = try? DomainName(String(text)) {
        #expect(name.isPublicSuffix)
        suffixes += 1
      } else {
        #expect(text.utf8.first == 0x2e)
      }
    }
    #expect(suffixes == 21)
  }

  /// Reads `checkPublicSuffix('a.b.example', 'b.example');` and so on, except in comments.
  private static func vectors() throws -> [Vector] {
    let bytes = try Fixture.bytes("publicsuffix/test_psl.txt")
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard !line.starts(with: "//") else { return nil }
      let parts = line.split(whereSeparator: { "(), ;".contains($0) })
      try #require(parts.count == 3 && parts[0] == "checkPublicSuffix")
      let values = parts.dropFirst().map { $0 == "null" ? nil : $0.dropFirst().dropLast() }
      return Vector(name: values[0], domain: values[1])
    }
  }
}
