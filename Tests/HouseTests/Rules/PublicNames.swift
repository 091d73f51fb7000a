/// `import Apus` exports few names at the top level, none of which is a name in a common package
/// for servers, nor `Apus`, which would hide the module.
///
/// Each name is re-exported separately, so that names of lower modules, such as `P256`, are not
/// exported. Types of our other libraries have no such names either, except in the modules of
/// primitives.
struct PublicNames: Rule {
  static let limit = 75

  /// The modules that may have names of other packages: users do not import them as a whole.
  private static let primitives: Set = [
    "ApusNet", "ApusFiles", "ApusBytes", "ApusASN1", "ApusCrypto",
  ]

  /// The top-level types of common packages for servers.
  private static let taken = Set(
    """
    Apus
    AES ChaChaPoly Crypto CryptoKitError CryptoKitASN1Error Curve25519 Digest HKDF HMAC HPKE
    HashFunction HashedAuthenticationCode Insecure KDF KEM MLDSA65 MLDSA87 MLKEM768 MLKEM1024
    MessageAuthenticationCode P256 P384 P521 SHA256 SHA384 SHA512 SHA3_256 SHA3_384 SHA3_512
    SecureEnclave SharedSecret SymmetricKey SymmetricKeySize XWingMLKEM768X25519
    ASN1 ASN1Any ASN1BitString ASN1Error ASN1Identifier ASN1Integer ASN1Node ASN1Null
    ASN1ObjectIdentifier ASN1OctetString BER DER DERParseable DERSerializable GeneralizedTime
    PEMDocument PEMParseable PEMSerializable UTCTime
    AuthorityKeyIdentifier BasicConstraints Certificate CertificateError CertificateStore CMS
    CertificateSigningRequest CommonName DistinguishedName ExtendedKeyUsage GeneralName KeyUsage
    NameConstraints OCSPVerifierPolicy PolicyEvaluationResult RFC5280Policy
    RelativeDistinguishedName SubjectAlternativeNames SubjectKeyIdentifier
    UnverifiedCertificateChain ValidatedCertificateChain VerificationResult Verifier VerifierPolicy
    FormDataDecoder FormDataEncoder MultipartError MultipartFormData MultipartMessageError
    MultipartParser MultipartParserError MultipartPart MultipartPartConvertible MultipartSection
    MultipartSerializer
    HTTPField HTTPFields HTTPParsedFields HTTPRequest HTTPResponse
    AddressedEnvelope ByteBuffer ByteBufferAllocator ByteBufferView Channel ChannelError
    ChannelHandler ChannelOption ChannelPipeline CircularBuffer ConditionLock DatagramBootstrap
    EventLoop EventLoopFuture EventLoopGroup EventLoopPromise FileRegion IOData IOError Lock
    MulticastError MultiThreadedEventLoopGroup ServerBootstrap SocketAddress SocketOption
    SocketOptionLevel TimeAmount
    HTTPClientRequestPart HTTPHeaders HTTPMethod HTTPParserError HTTPPart HTTPRequestHead
    HTTPResponseHead HTTPResponseStatus HTTPServerRequestPart HTTPVersion
    SignatureAlgorithm TLSConfiguration TLSVersion SNIResult SNIHandler TLSUserEvent
    HTTPClient HTTPClientError HTTPClientRequest HTTPClientResponse HTTPClientResponseDelegate
    HTTPHandler ResponseAccumulator
    Abort AbortError AnyResponse Application AsyncResponder Authenticatable Authenticator
    BasicAuthorization BearerAuthorization Body Cache CacheExpirationTime Client ClientRequest
    ClientResponse Command Console ConsoleText Content ContentConfiguration ContentDecoder
    ContentEncoder CORSMiddleware DebuggableError DirectoryConfiguration Environment
    ErrorMiddleware Extendable File FileIO FileMiddleware HTTPBody HTTPCookies HTTPHeader
    HTTPMediaType HTTPServer HTTPStatus LifecycleHandler Middleware Parameters
    PasswordHasher PathComponent Request RequestBody Responder Response ResponseBody
    ResponseEncodable Route RouteCollection Router RoutesBuilder Server Session SessionData
    SessionDriver SessionID Sessions StorageKey StreamWriter URI URLEncodedFormDecoder
    URLEncodedFormEncoder Validatable ValidationsError Validations Validator ValidatorResult View
    ViewRenderer WebSocket
    ApplicationProtocol BindAddress Configuration Cookie Cookies EditedHTTPError EditedResponse
    HTTPChannelBuilder HTTPError HTTPResponseError HTTPResponder LoggingMiddleware MediaType
    MetricsMiddleware MiddlewareGroup MiddlewareProtocol RequestContext RequestDecoder
    ResponseGenerator ResponseWriter RouterMiddleware RouterPath TracingMiddleware
    LogHandler Logger LoggingSystem MultiplexLogHandler StreamLogHandler
    Counter FloatingPointCounter Gauge Meter MetricsFactory MetricsSystem NOOPMetricsHandler
    Recorder TimeUnit Timer
    AttributedString Bundle Calendar CharacterSet ComparisonResult Data DataProtocol Date
    DateComponents DateFormatter DateInterval Decimal DispatchQueue EncodingError Error FileHandle
    FileManager Formatter HTTPCookie HTTPCookieStorage HTTPURLResponse Host IndexPath IndexSet
    InputStream JSONDecoder JSONEncoder JSONSerialization Locale LocalizedError Measurement
    Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream Pipe
    Port Predicate Process ProcessInfo Progress PropertyListDecoder PropertyListEncoder
    PropertyListSerialization RunLoop Scanner Stream Task Thread TimeInterval TimeZone URL
    URLAuthenticationChallenge URLCache URLComponents URLCredential URLError URLProtectionSpace
    URLProtocol URLQueryItem URLRequest URLResponse URLSession URLSessionConfiguration
    URLSessionDataTask URLSessionTask UUID Unit UserDefaults XMLDTD XMLDocument XMLElement XMLNode
    XMLParser XMLParserDelegate
    Headers PrivateKey PublicKey Event MultipartForm
    """.split { " \n".contains($0) }.map(String.init))

  func breaches(in house: House) -> [Breach] {
    let names = Self.frontDoor(of: house)
    let count = names.count
    return names.compactMap { entry -> Breach? in
      guard let name = entry.name else {
        return Breach(entry.file, entry.line, "all of a module is re-exported")
      }
      guard !Self.taken.contains(name) else {
        return Breach(entry.file, entry.line, "the name \(name) is taken")
      }
      return count > Self.limit ? Breach(entry.file, entry.line, "\(count) names") : nil
    } + belowTheDoor(house)
  }

  /// The names that `import Apus` gives: its re-exports and its own types; nil for a whole module.
  /// Foundation's types are excluded.
  static func frontDoor(of house: House) -> [(file: SourceFile, line: Int, name: String?)] {
    house.libraryFiles.filter { $0.module == "Apus" }.flatMap { file in
      file.imports.filter {
        $0.isExported && $0.module.hasPrefix("Apus")
          && ($0.module != Floors.foundation || $0.name == nil)
      }
      .map { (file, $0.line, $0.name) }
        + publicTypes(in: file).map { (file, $0.firstLine, $0.name) }
    }
  }

  private func belowTheDoor(_ house: House) -> [Breach] {
    house.libraryFiles.filter { $0.module != "Apus" && !Self.primitives.contains($0.module ?? "") }
      .flatMap { file in
        Self.publicTypes(in: file).filter { Self.taken.contains($0.name) }
          .map { Breach(file, $0.firstLine, "the name \($0.name) is taken") }
      }
  }

  static func publicTypes(in file: SourceFile) -> [Outline.Declaration] {
    file.outline.declarations.filter { $0.isType && $0.isPublic && $0.parent == nil }
  }
}
