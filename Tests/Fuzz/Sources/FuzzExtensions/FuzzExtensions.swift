import FuzzSupport

@testable import ApusTLS

/// The bytes are the extensions of a message: a parsed list is written as the same bytes, and its
/// check ends in every message type.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExtensions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  var reader = ByteReader(bytes)
  guard let list = try? ExtensionList(from: &reader) else { return 0 }
  require(list.entries.count <= ExtensionList.limit, "more extensions than may be")
  var writer = ByteWriter()
  try? list.write(to: &writer)
  require(
    writer.bytes == Array(bytes[..<reader.offset]), "a list is written otherwise than it was read")
  let half = Set(list.types.filter { $0 % 2 == 0 })
  for place in ExtensionPlace.allCases {
    try? list.check(in: place, requested: list.types)
    try? list.check(in: place, requested: half)
  }
  readValues(of: list)
  return 0
}

/// Every kind of value that the list may hold, as the messages of both sides have them.
private func readValues(of list: ExtensionList) {
  check(ServerName.self, list)
  check(SupportedGroups.self, list)
  check(ECPointFormats.self, list)
  check(SignatureAlgorithms.self, list)
  check(SignatureAlgorithmsCert.self, list)
  check(ProtocolNameList.self, list)
  check(StatusRequest.self, list)
  check(StatusPromised.self, list)
  check(CertificateStatus.self, list)
  check(TimestampsRequest.self, list)
  check(SignedCertificateTimestamps.self, list)
  check(ExtendedMasterSecret.self, list)
  check(RecordSizeLimit.self, list)
  check(SessionTicket.self, list)
  check(PreSharedKeys.self, list)
  check(SelectedPreSharedKey.self, list)
  check(PSKKeyExchangeModes.self, list)
  check(EarlyData.self, list)
  check(EarlyDataLimit.self, list)
  check(SupportedVersions.self, list)
  check(SelectedVersion.self, list)
  check(Cookie.self, list)
  check(CertificateAuthorities.self, list)
  check(KeyShares.self, list)
  check(AnsweredKeyShare.self, list)
  check(WantedKeyShare.self, list)
  check(RenegotiationInfo.self, list)
}

/// A parsed extension is written as its bytes.
private func check<Value: ExtensionValue>(_: Value.Type, _ list: ExtensionList) {
  guard let value = try? list.value(Value.self) else { return }
  let entry = list.entries.first { $0.type == Value.extensionType.rawValue }
  var writer = ByteWriter()
  do throws(EncodeError) { try value.write(to: &writer) } catch {
    require(false, "what was read cannot be written: \(error)")
  }
  require(writer.bytes == entry?.body.bytes(), "a value is written otherwise than it was read")
}
