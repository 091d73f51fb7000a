/// The known TLS extensions with their registered numbers.
///
///     enum { server_name(0), …, (65535) } ExtensionType;
///
/// RFC 8446 section 4.2, and for TLS 1.2 RFC 7627 section 5.1, RFC 5077 section 3.2, RFC 8422
/// section 5.1 and RFC 5746 section 3.2.
enum ExtensionType: UInt16, Sendable, CaseIterable {
  case serverName = 0
  case statusRequest = 5
  case supportedGroups = 10
  case ecPointFormats = 11
  case signatureAlgorithms = 13
  case applicationLayerProtocolNegotiation = 16
  case signedCertificateTimestamp = 18
  case padding = 21
  case extendedMasterSecret = 23
  case compressCertificate = 27
  case recordSizeLimit = 28
  case sessionTicket = 35
  case preSharedKey = 41
  case earlyData = 42
  case supportedVersions = 43
  case cookie = 44
  case pskKeyExchangeModes = 45
  case certificateAuthorities = 47
  case oidFilters = 48
  case postHandshakeAuth = 49
  case signatureAlgorithmsCert = 50
  case keyShare = 51
  case renegotiationInfo = 0xff01
}
