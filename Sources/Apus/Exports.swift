// These exports are the names that `import Apus` provides. Together with the types of this module
// there are at most 75 names, and no name belongs to a package that programs use together with
// Apus. Names of lower modules, such as `P256`, are not exported. Two namespaces have names that
// other packages use too. The name `X509` is also the module of swift-certificates, and `HTTP` is a
// namespace of `HTTPAPIs`. Each name is exported separately, so the bare name means ours in a file
// that imports both packages. The names of the other packages are `X509::Certificate` and
// `HTTPAPIs::HTTP`.

@_exported public import struct ApusASN1.OID
@_exported public import struct ApusASN1.UnixTime
@_exported public import enum ApusAuthentication.Authentication
@_exported public import enum ApusAuthentication.AuthenticationError
@_exported public import struct ApusBytes.SecretBytes
@_exported public import enum ApusCaching.Caching
@_exported public import enum ApusConnections.Connections
@_exported public import struct ApusCookies.CookieArchive
@_exported public import enum ApusCookies.CookieError
@_exported public import struct ApusCookies.CookieFile
@_exported public import struct ApusCookies.CookieJar
@_exported public import struct ApusCookies.PublicSuffixRules
@_exported public import enum ApusCrypto.HashAlgorithm
@_exported public import enum ApusCrypto.SigningKey
@_exported public import enum ApusCrypto.VerificationKey
@_exported public import struct ApusFoundation.Data
@_exported public import struct ApusFoundation.Date
@_exported public import struct ApusFoundation.URL
@_exported public import enum ApusHTTP.HTTP
@_exported public import enum ApusHTTP.TextCharset
@_exported public import enum ApusNames.CanonicalHost
@_exported public import struct ApusNames.DomainName
@_exported public import class ApusNet.Reachability
@_exported public import protocol ApusSerialization.ArchivedSerializer
@_exported public import struct ApusSerialization.ArchivedSerializers
@_exported public import struct ApusSerialization.CompoundResponseSerializer
@_exported public import struct ApusSerialization.ContentRequestSerializer
@_exported public import struct ApusSerialization.DataResponseSerializer
@_exported public import struct ApusSerialization.DecodableResponseSerializer
@_exported public import enum ApusSerialization.FormError
@_exported public import struct ApusSerialization.FormFields
@_exported public import struct ApusSerialization.HTTPRequestSerializer
@_exported public import enum ApusSerialization.JSON
@_exported public import struct ApusSerialization.JSONCoder
@_exported public import protocol ApusSerialization.JSONCoding
@_exported public import struct ApusSerialization.JSONRequestSerializer
@_exported public import struct ApusSerialization.JSONResponseSerializer
@_exported public import struct ApusSerialization.Multipart
@_exported public import struct ApusSerialization.RawResponseSerializer
@_exported public import struct ApusSerialization.RequestParameters
@_exported public import enum ApusSerialization.RequestSerializationError
@_exported public import protocol ApusSerialization.RequestSerializer
@_exported public import struct ApusSerialization.ResponseSerializationError
@_exported public import protocol ApusSerialization.ResponseSerializer
@_exported public import struct ApusSerialization.ResponseValidation
@_exported public import struct ApusSerialization.SerializedResponse
@_exported public import struct ApusSerialization.TextResponseSerializer
@_exported public import enum ApusSerialization.XML
@_exported public import struct ApusSerialization.XMLDocumentResponseSerializer
@_exported public import struct ApusSerialization.XMLParserResponseSerializer
@_exported public import class ApusSession.HTTPSession
@_exported public import struct ApusSession.HTTPSessionError
@_exported public import class ApusSession.HTTPTask
@_exported public import struct ApusSession.TransferProgress
@_exported public import func ApusSession.withHTTPSession
@_exported public import enum ApusTLS.TLS
@_exported public import enum ApusTLS.TLSError
@_exported public import enum ApusX509.X509
@_exported public import enum ApusX509.X509Error
