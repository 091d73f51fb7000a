import ApusX509
import Testing

/// The valid and invalid structures of a certificate, field by field. RFC 5280 section 4.1.
@Suite struct CertificateFieldsTests {
  private static let ed25519: [UInt8] = [0x30, 5, 6, 3, 0x2b, 0x65, 0x70]
  private static let name = tlv(
    0x30, tlv(0x31, tlv(0x30, [6, 3, 0x55, 4, 3] + tlv(0x13, [0x61]))))
  private static let validity = tlv(
    0x30, tlv(0x17, Array("700101000000Z".utf8)) + tlv(0x18, Array("20960101000000Z".utf8)))
  private static let key = tlv(0x30, ed25519 + tlv(3, [UInt8](repeating: 0, count: 33)))

  /// A certificate made of parts, each of which a test can replace.
  private static func certificate(
    version: [UInt8] = [0xa0, 3, 2, 1, 2], serialNumber: [UInt8] = [2, 1, 5],
    inner: [UInt8] = ed25519, issuer: [UInt8] = name, validity: [UInt8] = validity,
    tail: [UInt8] = [], outer: [UInt8] = ed25519, signature: [UInt8] = [3, 2, 0, 1]
  ) -> [UInt8] {
    let tbs = tlv(
      0x30, version + serialNumber + inner + issuer + validity + name + key + tail)
    return tlv(0x30, tbs + outer + signature)
  }

  private static func extensions(_ count: Int, of oids: (Int) -> [UInt8]) -> [UInt8] {
    let list = (0..<count).flatMap { tlv(0x30, tlv(6, oids($0)) + tlv(4, [5, 0])) }
    return tlv(0xa3, tlv(0x30, list))
  }

  private func refusal(_ der: [UInt8]) -> X509Error? {
    do throws(X509Error) {
      _ = try X509.Certificate(der)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the sample certificate without changes is valid`() throws {
    let certificate = try X509.Certificate(Self.certificate())
    #expect(certificate.validity.notAfter.isGeneralized)
    #expect(certificate.serialNumber == X509.SerialNumber([5]))
  }

  @Test func `a certificate with an encoded version 1 or with version 4 is rejected`() throws {
    #expect(try X509.Certificate(Self.certificate(version: [])).version == .v1)
    #expect(try X509.Certificate(Self.certificate(version: [0xa0, 3, 2, 1, 1])).version == .v2)
    #expect(
      refusal(Self.certificate(version: [0xa0, 3, 2, 1, 0]))
        == .malformed(.version, .encodedDefault(at: 7)))
    #expect(refusal(Self.certificate(version: [0xa0, 3, 2, 1, 3])) == .unsupportedVersion(3))
  }

  @Test func `a certificate version with the largest number is rejected without an overflow`() {
    let version: [UInt8] = [0xa0, 10, 2, 8, 0x7f] + [UInt8](repeating: 0xff, count: 7)
    #expect(refusal(Self.certificate(version: version)) == .unsupportedVersion(.max))
  }

  @Test func `unique identifiers are rejected in a certificate of version 1`() throws {
    let ids: [UInt8] = [0x81, 2, 0, 0xaa, 0x82, 2, 4, 0xb0]
    let certificate = try X509.Certificate(
      Self.certificate(version: [0xa0, 3, 2, 1, 1], tail: ids))
    let content = try X509.TBSCertificate(certificate)
    #expect(content.issuerUniqueID?.bytes == [0xaa])
    #expect(content.subjectUniqueID?.unusedBitCount == 4)
    #expect(try content.certificate(signature: [1]) == certificate)
    guard
      case .broken(.uniqueIDsNeedVersion2, .issuerUniqueID, _) = refusal(
        Self.certificate(version: [], tail: ids))
    else { return #expect(Bool(false), "version 1 has unique identifiers") }
    var first = content
    first.version = .v1
    #expect(throws: X509Error.forbidden(.uniqueIDsNeedVersion2)) { try first.der() }
  }

  @Test func `extensions are rejected in a certificate below version 3`() throws {
    let tail = Self.extensions(1) { _ in [0x55, 0x1d, 0x01] }
    for version: [UInt8] in [[], [0xa0, 3, 2, 1, 1]] {
      guard
        case .broken(.extensionsNeedVersion3, .extensions, _) = refusal(
          Self.certificate(version: version, tail: tail))
      else { return #expect(Bool(false), "extensions stand in version \(version)") }
    }
    var content = try Sample.content([X509.Extension(.ocspNoCheck(X509.OCSPNoCheck()))])
    content.version = .v2
    #expect(throws: X509Error.forbidden(.extensionsNeedVersion3)) { try content.der() }
  }

  @Test(arguments: [[0x55, 0x1d, 0x0f], [0x55, 0x1d, 0x01], [0x2b, 6, 1, 5, 5, 7, 1, 1]])
  func `a certificate with two extensions of the same kind is rejected`(_ oid: [UInt8]) {
    guard
      case .duplicateExtension = refusal(
        Self.certificate(tail: Self.extensions(2) { _ in oid }))
    else { return #expect(Bool(false), "an extension stands twice") }
  }

  @Test func `a certificate with too many extensions is rejected`() throws {
    func oid(_ index: Int) -> [UInt8] { [0x2a, UInt8(index & 0x7f), 1] }
    let limit = X509.Certificate.extensionLimit
    let most = try X509.Certificate(Self.certificate(tail: Self.extensions(limit, of: oid)))
    #expect(most.extensions.count == limit)
    let more = Self.extensions(limit + 1) { $0 < limit ? oid($0) : [0x2b, 1] }
    #expect(refusal(Self.certificate(tail: more)) == .tooMany(.extensions, limit: limit))
  }

  @Test func `an encoded default criticality of an extension is rejected`() {
    let list = tlv(0x30, tlv(0x30, [6, 3, 0x55, 0x1d, 1, 1, 1, 0] + tlv(4, [5, 0])))
    guard
      case .malformed(.extensions, .encodedDefault) = refusal(
        Self.certificate(tail: tlv(0xa3, list)))
    else { return #expect(Bool(false), "FALSE is written") }
  }

  @Test func `a certificate with two different signature algorithms is rejected`() {
    let other: [UInt8] = [0x30, 5, 6, 3, 0x2b, 0x65, 0x71]
    guard case .broken(.sameAlgorithmTwice, _, _) = refusal(Self.certificate(outer: other)) else {
      return #expect(Bool(false), "the algorithms differ")
    }
    let null: [UInt8] = [0x30, 7, 6, 3, 0x2b, 0x65, 0x70, 5, 0]
    #expect(refusal(Self.certificate(outer: null)) != nil)
  }

  @Test func `a certificate signature that is not whole bytes is rejected`() {
    #expect(refusal(Self.certificate(signature: [3, 2, 1, 2])) != nil)
    #expect(refusal(Self.certificate(signature: [3, 1, 0])) == nil)
  }

  @Test(arguments: ["7001010000Z", "700101000000+0000", "700132000000Z", "19700101000000Z"])
  func `a validity date in another form than the form of DER is rejected`(_ text: String) {
    let validity = tlv(0x30, tlv(0x17, Array(text.utf8)) + tlv(0x17, Array("700101000000Z".utf8)))
    guard case .malformed(.validity, _) = refusal(Self.certificate(validity: validity)) else {
      return #expect(Bool(false), "\(text) is read")
    }
  }

  @Test func `a certificate above the size limit is rejected`() throws {
    let limit = X509.Certificate.byteLimit
    let frame = Self.certificate(signature: tlv(3, [UInt8](repeating: 0, count: 70_000))).count
    let most = Self.certificate(
      signature: tlv(3, [UInt8](repeating: 0, count: limit - frame + 70_000)))
    #expect(most.count == limit)
    #expect(try X509.Certificate(most).der.count == limit)
    #expect(refusal(most + [0]) == .tooMany(.certificate, limit: limit))
    let more = most + [0]
    #expect(throws: X509Error.tooMany(.certificate, limit: limit)) {
      try X509.Certificate(more.span)
    }
  }

  @Test func `an empty relative distinguished name is rejected, but an empty name is valid`() throws
  {
    guard
      case .broken(.notEmpty, .issuer, _) = refusal(
        Self.certificate(issuer: tlv(0x30, [0x31, 0])))
    else { return #expect(Bool(false), "a step is empty") }
    #expect(try X509.Certificate(Self.certificate(issuer: [0x30, 0])).issuer.isEmpty)
  }
}
