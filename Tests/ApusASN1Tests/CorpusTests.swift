import ApusASN1
import TestSupport
import Testing

/// External certificates, valid, unusual and invalid: none of them traps.
@Suite struct CorpusTests {
  static let corpus = Corpus("certs")

  /// Small ones, with RSA, elliptic curve and Ed25519 keys, and many or few extensions.
  static let samples = [
    "pyca__x509_custom_all_key_usages.der", "pyca__x509_custom_cdp_all_reasons.der",
    "pyca__x509_ed25519_root-ed25519.der", "pyca__x509_ecdsa_root.der",
  ]

  /// Every change of a byte takes a minute in a debug build; a dozen of them are representative.
  static let changes: [UInt8] = {
    #if DEBUG
      [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff]
    #else
      Array(1...255)
    #endif
  }()

  @Test(.enabled(if: corpus.isExpected, "the folder of certificates is absent"))
  func `at least 100 certificates of the zlint corpus are read as DER`() throws {
    var count = 0
    for name in try Self.corpus.names(in: "") where name.hasPrefix("zlint") {
      let der = try Self.corpus.contents(of: name)
      var reader = DERReader(der.span)
      if (try? reader.readEverything(in: der.span)) != nil { count += 1 }
    }
    #expect(count >= 100)
  }

  @Test(
    .enabled(if: corpus.isExpected, "the folder of certificates is absent"), arguments: samples)
  func `a truncated certificate is rejected by the DER reader`(_ name: String) throws {
    let der = try Self.corpus.contents(of: name)
    var reader = DERReader(der.span)
    #expect(try reader.readEverything(in: der.span) > 30)
    for end in 0..<der.count {
      var reader = DERReader(0..<end)
      guard end > 0 else { continue }
      #expect(throws: ASN1Error.self) { try reader.readEverything(in: der.span) }
      #expect(ASN1.Dump(der.span.extracting(0..<end)).firstProblem != nil)
    }
  }

  @Test(
    .enabled(if: corpus.isExpected, "the folder of certificates is absent"), arguments: samples)
  func `a certificate with a changed byte never makes the DER reader trap`(_ name: String) throws {
    var der = try Self.corpus.contents(of: name)
    var read = 0
    for index in der.indices {
      for change in Self.changes {
        der[index] ^= change
        var reader = DERReader(der.span)
        if (try? reader.readEverything(in: der.span)) != nil { read += 1 }
        der[index] ^= change
      }
      der[index] ^= 0x81
      #expect(!ASN1.Dump(der.span).nodes.isEmpty)
      der[index] ^= 0x81
    }
    // A change inside a number or a text is valid; one of a length is not.
    #expect(read > der.count && read < der.count * Self.changes.count)
  }

  @Test(.enabled(if: corpus.isExpected, "the folder of certificates is absent"))
  func `the listing of each corpus certificate covers all of its bytes`() throws {
    for name in try Self.corpus.names(in: "") where name.hasSuffix(".der") {
      let der = try Self.corpus.contents(of: name)
      let dump = ASN1.Dump(der.span)
      #expect(dump.isComplete)
      let last = dump.nodes.filter { $0.depth == 0 }.last
      #expect(last.map { $0.start + $0.headerByteCount + $0.byteCount } == der.count, "\(name)")
      #expect(dump.lines.count >= dump.nodes.count)
    }
  }
}
