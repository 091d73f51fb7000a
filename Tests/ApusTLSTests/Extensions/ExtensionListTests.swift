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
