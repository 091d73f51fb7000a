/// What a record carries.
///
///     enum {
///         invalid(0), change_cipher_spec(20), alert(21), handshake(22),
///         application_data(23), (255)
///     } ContentType;
///
/// RFC 8446 section 5.1.
enum ContentType: UInt8, Sendable, CaseIterable {
  case changeCipherSpec = 20
  case alert = 21
  case handshake = 22
  case applicationData = 23
}
