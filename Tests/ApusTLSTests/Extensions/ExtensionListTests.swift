import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 4.2.
struct ExtensionListTests {
  private func list(_ types: UInt16...) -> ExtensionList {
    var list = ExtensionList()
    for type in types { list.append(type, []) }
    return list
  }

  @Test func `a decoded list of TLS extensions equals the encoded list`() throws {
    var list = ExtensionList()
    try list.append(SupportedVersions([0x0304]))
    list.append(0xabcd, [1, 2, 3])
    list.append(0x1a1a, [])
    try Wire.check(
      list,
      read: { (reader) throws(DecodeError) in try ExtensionList(from: &reader) },
      write: { (list, writer) throws(EncodeError) in try list.write(to: &writer) })
    #expect(list.types == [43, 0xabcd, 0x1a1a])
    #expect(list.contains(.supportedVersions) && !list.contains(.cookie))
  }

  @Test func `a TLS message with more than 256 extensions is rejected`() throws {
    var full = ExtensionList()
    for number in 0..<UInt16(ExtensionList.limit) { full.append(number, []) }
    var writer = ByteWriter()
    try full.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try ExtensionList(from: &reader) == full)
    full.append(9999, [])
    writer = ByteWriter()
    try full.write(to: &writer)
    reader = ByteReader(writer.bytes)
    #expect(throws: DecodeError.self) { try ExtensionList(from: &reader) }
  }

  @Test func `a TLS extension in a message that must not contain it is rejected`() throws {
    for type in ExtensionType.allCases {
      #expect(!type.places.isEmpty)
      for place in ExtensionPlace.allCases {
        let known = list(type.rawValue)
        if type.places.contains(place) {
          try known.check(in: place, requested: [type.rawValue])
        } else {
          #expect(throws: TLSError.misplacedExtension(type.rawValue)) {
            try known.check(in: place, requested: [type.rawValue])
          }
        }
      }
    }
  }

  @Test(arguments: ExtensionPlace.allCases)
  func `a duplicate TLS extension is rejected, even if its number is unknown`(place: ExtensionPlace)
  {
    let isAsking = place == .helloRetryRequest || place == .newSessionTicket
    let error: TLSError = isAsking ? .repeatedExtension(0xabcd) : .duplicateExtension(0xabcd)
    #expect(throws: error) { try list(0xabcd, 7, 0xabcd).check(in: place) }
    #expect(error.alert == (isAsking ? .illegalParameter : .decodeError))
  }

  @Test(arguments: ExtensionPlace.allCases)
  func `an unrequested TLS extension in a response is rejected`(place: ExtensionPlace) throws {
    let unknown = list(0xabcd)
    try unknown.check(in: place, requested: [0xabcd])
    if place.isAnswer {
      #expect(throws: TLSError.unsolicitedExtension(0xabcd)) { try unknown.check(in: place) }
    } else {
      try unknown.check(in: place)
    }
    #expect(TLSError.unsolicitedExtension(0).alert == .unsupportedExtension)
    #expect(TLSError.misplacedExtension(0).alert == .illegalParameter)
  }

  @Test func `only a HelloRetryRequest may contain an unrequested cookie`() throws {
    try list(44).check(in: .helloRetryRequest)
    #expect(throws: TLSError.unsolicitedExtension(44)) { try list(44).check(in: .serverHello) }
  }

  @Test func `a missing extension and trailing bytes in an extension are errors`() throws {
    #expect(throws: TLSError.missingExtension(43)) { try list().require(SelectedVersion.self) }
    #expect(TLSError.missingExtension(43).alert == .missingExtension)
    #expect(try list().read(SelectedVersion.self) == nil)
    var longer = ExtensionList()
    longer.append(43, [3, 4, 0])
    #expect(throws: TLSError.malformed(.trailingBytes(at: 2, count: 1))) {
      try longer.read(SelectedVersion.self)
    }
  }
}

/// RFC 8446 section 4.2.
struct ExtensionValueTests {
  @Test func `decoded extensions of a ClientHello equal the encoded extensions`() throws {
    try Wire.check(extension: ServerName(Array("example.com".utf8)))
    try Wire.check(extension: SupportedGroups([0x11ec, 0x001d, 0x0a0a]))
    try Wire.check(extension: SignatureAlgorithms([0x0403, 0x0804]))
    try Wire.check(extension: SignatureAlgorithmsCert([0x0401]))
    try Wire.check(extension: ProtocolNameList([Array("http/1.1".utf8), [0x68, 0x32]]))
    try Wire.check(extension: StatusRequest())
    try Wire.check(extension: TimestampsRequest())
    try Wire.check(extension: KeyShares([KeyShare(0x001d, [1, 2, 3]), KeyShare(0x17, [4])]))
    try Wire.check(extension: KeyShares([]))
    try Wire.check(
      extension: PreSharedKeys(
        [
          .init(ticket: [1, 2, 3], obfuscatedAge: 0x0102_0304),
          .init(ticket: [9], obfuscatedAge: 1),
        ],
        binders: [
          [UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 48),
        ]))
    try Wire.check(extension: PSKKeyExchangeModes([1, 0]))
    try Wire.check(extension: SupportedVersions([0x0304, 0x0303]))
    try Wire.check(extension: Cookie([1, 2, 3]))
    try Wire.check(extension: CertificateAuthorities([[0x30, 0], [0x30, 1, 5]]))
    try Wire.check(extension: RecordSizeLimit(16385))
    try Wire.check(extension: ExtendedMasterSecret())
    try Wire.check(extension: SessionTicket([1, 2]), endsWithInput: true)
    try Wire.check(extension: ECPointFormats([0]))
    try Wire.check(extension: RenegotiationInfo())
    try Wire.check(extension: RenegotiationInfo([1, 2, 3]))
    try Wire.check(extension: EarlyData())
  }

  @Test func `decoded extensions of other TLS messages equal the encoded extensions`() throws {
    try Wire.check(extension: ServerNameUsed())
    try Wire.check(extension: AnsweredKeyShare(KeyShare(0x001d, [1, 2, 3])))
    try Wire.check(extension: WantedKeyShare(0x0018))
    try Wire.check(extension: SelectedPreSharedKey(1))
    try Wire.check(extension: SelectedVersion(0x0304))
    try Wire.check(extension: StatusPromised())
    try Wire.check(extension: CertificateStatus([1, 2, 3]))
    try Wire.check(extension: SignedCertificateTimestamps([[1, 2], [3]]))
    try Wire.check(extension: EarlyDataLimit(16384))
  }

  @Test func `binderByteCount equals the number of encoded bytes of the binder list`() throws {
    let keys = PreSharedKeys(
      [.init(ticket: [1], obfuscatedAge: 0), .init(ticket: [2], obfuscatedAge: 0)],
      binders: [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 48)])
    #expect(keys.binderByteCount == 2 + 33 + 49)
    var writer = ByteWriter()
    try keys.write(to: &writer)
    #expect(Array(writer.bytes.suffix(keys.binderByteCount).prefix(3)) == [0, 82, 32])
  }

  @Test func `a server name of another type than host_name and a second name are rejected`() throws
  {
    var list = ExtensionList()
    list.append(0, [0, 4, 1, 0, 1, 0x61])
    #expect(throws: TLSError.malformed(.invalidCharacter(at: 2, byte: 1))) {
      try list.read(ServerName.self)
    }
    list = ExtensionList()
    list.append(0, [0, 8, 0, 0, 1, 0x61, 0, 0, 1, 0x62])
    #expect(throws: TLSError.malformed(.trailingBytes(at: 6, count: 4))) {
      try list.read(ServerName.self)
    }
  }

  @Test func `exactly the reserved numbers of RFC 8701 are GREASE numbers`() throws {
    for byte in UInt8.min...UInt8.max {
      let grease = GREASE(choosingBy: [UInt8](repeating: byte, count: 6)[...])
      for value in [
        grease.suite, grease.group, grease.version, grease.scheme, grease.extensions.0,
        grease.extensions.1,
      ] {
        #expect(GREASE.contains(value))
      }
      #expect(grease.extensions.0 != grease.extensions.1)
    }
    let all = (UInt16.min...UInt16.max).filter { GREASE.contains($0) }
    let expected = (0..<16).map { (high: UInt16) -> UInt16 in (high << 4 | 0xa) * 0x0101 }
    #expect(all == expected)
    #expect(TLS.CipherSuite.allCases.allSatisfy { !GREASE.contains($0.rawValue) })
  }
}
