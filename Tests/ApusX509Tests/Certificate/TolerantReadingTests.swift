import ApusASN1
import ApusBytes
import ApusX509
import TestSupport
import Testing

/// Certificates that break rules, read to be shown and never believed. RFC 5280 section 4.1.
@Suite struct TolerantReadingTests {
  /// The fields of a certificate as DER, which a test can replace.
  struct Spelling {
    var version: [UInt8] = [0xa0, 3, 2, 1, 2]
    var serialNumber: [UInt8] = [2, 1, 7]
    var algorithm: [UInt8] = Self.rsa([5, 0])
    var outerAlgorithm: [UInt8] = Self.rsa([5, 0])
    var validity = Self.validity("20200101000000Z", "20301231235959Z")
    var subject = X509.Name([.commonName: "odd"]).der
    var uniqueID: [UInt8] = []
    var extensions: [[UInt8]] = []
    var behind: [UInt8] = []

    static func rsa(_ parameters: [UInt8]) -> [UInt8] {
      sequence { writer in
        writer.writeOID(.sha256WithRSAEncryption)
        writer.writeRaw(parameters)
      }
    }

    static func validity(_ times: String...) -> [UInt8] {
      sequence { writer in
        for time in times { writer.write(.generalizedTime, content: Array(time.utf8)) }
      }
    }

    /// An extension with a comment and a given encoding of `critical`.
    static func comment(_ critical: [UInt8]) -> [UInt8] {
      sequence { writer in
        writer.writeOID(.netscapeComment)
        writer.writeRaw(critical)
        writer.writeOctetString([5, 0])
      }
    }

    static func sequence(_ body: (inout DERWriter) -> Void) -> [UInt8] {
      var writer = DERWriter()
      writer.writeSequence(body)
      return writer.bytes
    }

    var der: [UInt8] {
      let tbs = Self.sequence { tbs in
        for field in [version, serialNumber, algorithm, X509.Name([.commonName: "CA"]).der] {
          tbs.writeRaw(field)
        }
        for field in [validity, subject, Sample.key.der, uniqueID] { tbs.writeRaw(field) }
        guard !extensions.isEmpty else { return }
        tbs.writeExplicit(3) { field in
          field.writeSequence { list in for one in extensions { list.writeRaw(one) } }
        }
      }
      let whole = Self.sequence { writer in
        writer.writeRaw(tbs)
        writer.writeRaw(outerAlgorithm)
        writer.writeBitString(Sample.signature)
      }
      return whole + behind
    }
  }

  /// The violation of each encoding.
  static let oddities: [(String, @Sendable (inout Spelling) -> Void)] = [
    ("critical FALSE", { $0.extensions = [Spelling.comment([1, 1, 0])] }),
    ("critical of another byte", { $0.extensions = [Spelling.comment([1, 1, 1])] }),
    ("an extension twice", { $0.extensions = [Spelling.comment([]), Spelling.comment([])] }),
    ("unequal parameters", { $0.outerAlgorithm = Spelling.rsa([]) }),
    (
      "fractional seconds",
      { $0.validity = Spelling.validity("20200101000000.5Z", "20301231235959.123Z") }
    ),
    ("no seconds", { $0.validity = Spelling.validity("202001010000Z", "203012312359Z") }),
    (
      "another time zone",
      { $0.validity = Spelling.validity("20200101013000+0130", "20301231235959Z") }
    ),
    (
      "unique identifiers in version 1",
      {
        $0.version = []
        $0.uniqueID = [0x81, 2, 0, 1]
      }
    ),
    (
      "extensions in version 1",
      {
        $0.version = []
        $0.extensions = [Spelling.comment([])]
      }
    ),
    ("version 1 spelled out", { $0.version = [0xa0, 3, 2, 1, 0] }),
    ("version 4", { $0.version = [0xa0, 3, 2, 1, 3] }),
    ("a serial number with zeros", { $0.serialNumber = [2, 2, 0, 7] }),
    (
      "text that is none of its type",
      {
        $0.subject = Spelling.sequence { name in
          name.write(.set) { set in
            set.writeSequence { attribute in
              attribute.writeOID(.commonName)
              attribute.write(.utf8String, content: [0xff])
            }
          }
        }
      }
    ),
    ("bytes behind the end", { $0.behind = [0] }),
  ]

  @Test func `strict and tolerant reading of a flawless certificate have the same result`() throws {
    let der = Spelling().der
    #expect(try X509.Certificate(tolerating: der) == X509.Certificate(der))
    #expect(try X509.Certificate(tolerating: der).flaws.isEmpty)
    #expect(try X509.Certificate(der).flaws.isEmpty)
  }

  @Test(arguments: oddities.indices)
  func `a flawed certificate is displayed with its flaws`(_ index: Int) throws {
    let (name, change) = Self.oddities[index]
    var spelling = Spelling()
    change(&spelling)
    let der = spelling.der
    #expect(throws: X509Error.self, "\(name)") { try X509.Certificate(der) }
    let certificate = try X509.Certificate(tolerating: der)
    let flaw = try #require(certificate.flaws.first, "\(name)")
    #expect(certificate.der == der)
    #expect(certificate.issuer == X509.Name([.commonName: "CA"]))
    #expect(certificate.validity.notBefore.secondsSinceEpoch == 1_577_836_800)
    #expect(certificate.extensions.count == spelling.extensions.count)
    let inspection = X509.Inspection(certificate)
    #expect(inspection.text.contains("not trusted"))
    #expect(inspection.text.contains("\(flaw)"))
    guard case .list(let flaws)? = inspection.document["flaws"] else {
      Issue.record("no flaws of \(name)")
      return
    }
    #expect(flaws == certificate.flaws.map { .text($0.description) })
    #expect(!inspection.openSSLText.isEmpty)
  }

  @Test(arguments: oddities.indices)
  func `a path with a flawed certificate at any position is not trusted`(_ index: Int) throws {
    let (name, change) = Self.oddities[index]
    var spelling = Spelling()
    change(&spelling)
    let certificate = try X509.Certificate(tolerating: spelling.der)
    let fault = X509.Fault.unreadable(try #require(certificate.flaws.first))
    func rejection(
      _ leaf: X509.Certificate, _ bag: [X509.Certificate], _ anchors: [X509.Certificate]
    ) -> X509.TrustFailure? {
      RevocationPath.rejection(
        leaf, bag, by: X509.Verifier(anchors: X509.Anchors(anchors)))
    }
    #expect(rejection(certificate, [], [certificate])?.fault == fault)
    // A name that is not text cannot be in another certificate.
    guard name != "text that is none of its type" else { return }
    let below = try TestAuthority(
      root: .authority("x").changed { $0.subject = certificate.subject })
    let leaf = try below.issue(.leaf("www.example.org"))
    #expect(rejection(leaf, [], [certificate])?.fault == fault)
    let root = try TestAuthority(root: .authority("CA"))
    #expect(rejection(leaf, [certificate], [root.certificate]) != nil)
  }

  @Test func `a name that is not text is displayed as its DER`() throws {
    var spelling = Spelling()
    for case ("text that is none of its type", let change) in Self.oddities { change(&spelling) }
    let certificate = try X509.Certificate(tolerating: spelling.der)
    #expect(certificate.subject.description == "CN=#0c01ff")
  }

  @Test func `the inspection text of a flawless certificate does not mention missing trust`() throws
  {
    let inspection = X509.Inspection(try X509.Certificate(Spelling().der))
    #expect(!inspection.text.contains("not trusted") && inspection.document["flaws"] == nil)
  }

  @Test func `tolerant reading rejects truncated and badly structured certificates`() throws {
    let der = Spelling().der
    for count in der.indices {
      #expect(throws: X509Error.self) { try X509.Certificate(tolerating: Array(der[..<count])) }
    }
    let empty = Spelling(serialNumber: [2, 0]).der
    #expect(throws: X509Error.self) { try X509.Certificate(tolerating: empty) }
    let flaws = Spelling(
      extensions: [[UInt8]](repeating: Spelling.comment([1, 1, 0]), count: 129))
    #expect(throws: X509Error.self) { try X509.Certificate(tolerating: flaws.der) }
  }

  @Test func `tolerant reading of a certificate with a changed byte never traps`() throws {
    var spelling = Spelling()
    for (_, change) in Self.oddities { change(&spelling) }
    let der = spelling.der
    for index in der.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = der
        changed[index] ^= change
        guard let certificate = try? X509.Certificate(tolerating: changed) else { continue }
        _ = X509.Inspection(certificate).text
      }
    }
  }

  @Test(.enabled(if: Corpus("certs").isExpected))
  func `tolerant reading displays some corpus certificates that are rejected`() throws {
    let corpus = Corpus("certs")
    var (refused, shown) = (0, 0)
    for name in try corpus.names() where name.hasSuffix(".der") {
      let der = try corpus.contents(of: name)
      guard (try? X509.Certificate(der)) == nil else { continue }
      refused += 1
      guard let certificate = try? X509.Certificate(tolerating: der) else { continue }
      shown += 1
      #expect(!certificate.flaws.isEmpty, "\(name)")
      _ = X509.Inspection(certificate).text
    }
    print("tolerant reading: \(shown) of \(refused) that are refused are shown")
    #expect(shown > 0 && refused > shown)
  }
}
