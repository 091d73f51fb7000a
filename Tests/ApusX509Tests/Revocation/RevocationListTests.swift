import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// RFC 5280 section 5.
@Suite struct RevocationListTests {
  private let date = ASN1.Time(secondsSinceEpoch: ListSample.revoked)

  /// A list with all that is understood.
  static func rich() -> ListSample {
    var sample = ListSample()
    let invalidity = X509.Extension(
      .other(.invalidityDate, [0x18, 15] + Array("20200102030405Z".utf8)))
    sample.entries = [
      (X509.SerialNumber([1]), []),
      (X509.SerialNumber([0x80, 2]), [ListSample.reason(.keyCompromise), invalidity]),
      (X509.SerialNumber([UInt8](repeating: 9, count: 20)), [ListSample.reason(.superseded)]),
    ]
    sample.extensions = [
      X509.Extension(.other(.crlNumber, [2, 2, 5, 0x39])),
      X509.Extension(
        .authorityKeyIdentifier(X509.AuthorityKeyIdentifier(keyIdentifier: [1, 2]))),
      ListSample.scope(X509.IssuingDistributionPoint(kind: .endEntities)),
    ]
    return sample
  }

  @Test func `reading a revocation list returns the values of all its fields`() throws {
    let key = try Authority.key()
    let list = try Self.rich().list(by: key)
    #expect(list.issuer == X509.Name([.commonName: "root"]))
    #expect(list.thisUpdate.secondsSinceEpoch == Authority.now - 3600)
    #expect(list.nextUpdate?.secondsSinceEpoch == Authority.now + 3600)
    #expect(list.number == X509.SerialNumber([5, 0x39]) && list.entryCount == 3)
    #expect(list.authorityKeyIdentifier?.keyIdentifier == [1, 2])
    #expect(list.issuingDistributionPoint == X509.IssuingDistributionPoint(kind: .endEntities))
    #expect(try list.isSigned(by: key.publicKey))
    #expect(try !list.isSigned(by: Authority.key().publicKey))
  }

  @Test func `a revocation list finds only the entry with the given serial number`() throws {
    let list = try Self.rich().list(by: Authority.key())
    let plain = try #require(try list.entry(for: X509.SerialNumber([1])))
    #expect(plain.reason == nil && plain.invalidityDate == nil && plain.date == date)
    let full = try #require(try list.entry(for: X509.SerialNumber([0x80, 2])))
    #expect(full.reason == .keyCompromise)
    #expect(full.invalidityDate?.secondsSinceEpoch == 1_577_934_245)
    let long = try list.entry(for: X509.SerialNumber([UInt8](repeating: 9, count: 20)))
    #expect(long?.reason == .superseded)
    for other: [UInt8] in [[2], [0x80], [1, 0], [0x80, 2, 0], []] {
      #expect(try list.entry(for: X509.SerialNumber(other)) == nil)
    }
    var numbers: [String] = []
    try list.forEachEntry { numbers.append($0.serialNumber.description) }
    #expect(numbers == ["01", "8002", String(repeating: "09", count: 20)])
  }

  @Test func `a revocation list of version 1 with extensions is rejected`() throws {
    let key = try Authority.key()
    var sample = ListSample(isVersion2: false)
    sample.entries = [(X509.SerialNumber([1]), [])]
    #expect(try sample.list(by: key).entryCount == 1)
    sample.entries[0].1 = [ListSample.reason(.unspecified)]
    let inEntry = #expect(throws: X509Error.self) { try sample.list(by: key) }
    sample = ListSample(isVersion2: false, extensions: Self.rich().extensions)
    let inList = #expect(throws: X509Error.self) { try sample.list(by: key) }
    for error in [inEntry, inList] {
      guard case .broken(.extensionsNeedVersion2, _, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a revocation list with another version or two different algorithms is rejected`()
    throws
  {
    let der = try ListSample().der(by: Authority.key())
    func error(_ old: [UInt8], _ new: [UInt8]) throws -> X509Error? {
      var changed = der
      let place = try #require(
        (0..<der.count - old.count).first { der[$0...].starts(with: old) })
      changed.replaceSubrange(place..<place + old.count, with: new)
      do throws(X509Error) {
        _ = try X509.RevocationList(changed)
        return nil
      } catch {
        return error
      }
    }
    for version: UInt8 in [0, 2] {
      guard case .broken(.listVersion2, _, _) = try error([2, 1, 1], [2, 1, version]) else {
        Issue.record("a list of version \(version)")
        continue
      }
    }
    let (sha256, sha384) = (OID.ecdsaWithSHA256.bytes, OID.ecdsaWithSHA384.bytes)
    guard case .broken(.sameAlgorithmTwice, _, _) = try error(sha256, sha384) else {
      Issue.record("two algorithms")
      return
    }
  }

  @Test func `a revocation list without entries and without a next update is read`() throws {
    let list = try ListSample(nextUpdate: nil).list(by: Authority.key())
    #expect(list.nextUpdate == nil && list.entryCount == 0 && list.extensions.isEmpty)
    #expect(try list.entry(for: X509.SerialNumber([1])) == nil)
  }

  @Test func `a revocation list with an unknown reason is rejected`() throws {
    let key = try Authority.key()
    for number: UInt8 in 0...12 {
      var sample = ListSample()
      let reason = X509.Extension(.other(.crlReason, [0x0a, 1, number]))
      sample.entries = [(X509.SerialNumber([1]), [reason])]
      let list = try? sample.list(by: key)
      #expect((list == nil) == (number == 7 || number > 10))
      if let list {
        #expect(try list.entry(for: X509.SerialNumber([1]))?.reason?.rawValue == Int(number))
      }
    }
  }

  @Test func `a revocation list for two kinds of certificates is rejected`() throws {
    let value: [UInt8] = [0x30, 6, 0x81, 1, 0xff, 0x82, 1, 0xff]
    let sample = ListSample(
      extensions: [X509.Extension(.other(.issuingDistributionPoint, value))])
    let error = #expect(throws: X509Error.self) { try sample.list(by: Authority.key()) }
    guard case .broken(.oneKindOfCertificates, .issuingDistributionPoint, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a revocation list with an empty issuing distribution point is rejected`() throws {
    let sample = ListSample(extensions: [ListSample.scope(X509.IssuingDistributionPoint())])
    let error = #expect(throws: X509Error.self) { try sample.list(by: Authority.key()) }
    guard case .broken(.pointLimitsList, .issuingDistributionPoint, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [true, false])
  func `an encoded empty list of revoked certificates is rejected`(isVersion2: Bool) throws {
    let sample = ListSample(isVersion2: isVersion2, hasEmptyEntryList: true)
    let error = #expect(throws: X509Error.self) { try sample.list(by: Authority.key()) }
    guard case .broken(.noEmptyEntryList, .revokedCertificates, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the written scope of a revocation list is read back unchanged`() throws {
    let url = X509.GeneralName.uri(try X509.IA5Text("http://a.example/1.crl"))
    let step = X509.RelativeName(X509.Attribute(.commonName, "1"))
    for point in [
      X509.IssuingDistributionPoint(isIndirect: true),
      X509.IssuingDistributionPoint(.full([url]), kind: .authorities, isIndirect: true),
      X509.IssuingDistributionPoint(
        .relative(step), kind: .attributes, reasons: [.keyCompromise]),
    ] {
      let sample = ListSample(extensions: [ListSample.scope(point)])
      #expect(try sample.list(by: Authority.key()).issuingDistributionPoint == point)
    }
  }

  @Test func `a revocation list above the size limit is rejected`() throws {
    let limit = X509.RevocationList.byteLimit
    #expect(throws: X509Error.tooMany(.revocationList, limit: limit)) {
      try X509.RevocationList([UInt8](repeating: 0x30, count: limit + 1))
    }
    let error = #expect(throws: X509Error.self) {
      try X509.RevocationList([UInt8](repeating: 0x30, count: limit))
    }
    #expect(error != .tooMany(.revocationList, limit: limit))
  }

  @Test func `a file contains one revocation list in DER, or any number in PEM`() throws {
    let key = try Authority.key()
    let (first, second) = (try Self.rich().der(by: key), try ListSample().der(by: key))
    #expect(try X509.RevocationList.lists(in: first).map(\.der) == [first])
    let text = [first, second].map { PEM.encode($0, as: .x509CRL) }.joined(separator: "between\n")
    let lists = try X509.RevocationList.lists(in: Array(text.utf8))
    #expect(lists.map(\.der) == [first, second])
    #expect(try X509.RevocationList.lists(in: []).isEmpty)
    let broken = Array(PEM.encode(Array(first.dropLast()), as: .x509CRL).utf8)
    #expect(throws: X509Error.self) { try X509.RevocationList.lists(in: broken) }
  }

  @Test func `a truncated revocation list is rejected, and a changed byte never traps`() throws {
    let der = try Self.rich().der(by: Authority.key())
    for count in der.indices {
      #expect(throws: X509Error.self) { try X509.RevocationList(Array(der[..<count])) }
    }
    for index in der.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = der
        changed[index] ^= change
        guard let list = try? X509.RevocationList(changed) else { continue }
        _ = try list.entry(for: X509.SerialNumber([0x77]))
      }
    }
  }

  @Test func `a revocation list with a hundred thousand entries is read and searched`() throws {
    var entries = DERWriter(capacity: 4 << 20)
    try entries.writeSequence { (list) throws(ASN1Error) in
      for number in 0..<100_000 {
        try list.writeSequence { (entry) throws(ASN1Error) in
          entry.writeInteger(magnitude: [
            1, UInt8(number >> 16), UInt8(number >> 8 & 255),
            UInt8(number & 255),
          ])
          try entry.writeTime(date)
          entry.writeSequence { ListSample.reason(.superseded).write(to: &$0) }
        }
      }
    }
    let key = try Authority.key()
    var tbs = DERWriter(capacity: 4 << 20)
    try tbs.writeSequence { (tbs) throws(ASN1Error) in
      tbs.writeInteger(1)
      SignatureAlgorithm.ecdsa(.sha256).write(to: &tbs)
      tbs.writeRaw(X509.Name([.commonName: "root"]).der)
      try tbs.writeTime(date)
      tbs.writeRaw(entries.bytes)
    }
    let der = try Authority.signed(tbs.bytes, by: key)
    let list = try X509.RevocationList(der)
    #expect(list.entryCount == 100_000)
    let last = try list.entry(for: X509.SerialNumber([1, 1, 0x86, 0x9f]))
    #expect(last?.reason == .superseded)
    #expect(try list.entry(for: X509.SerialNumber([1, 1, 0x86, 0xa0])) == nil)
  }
}
