internal import ApusBytes

extension HTTP {
  /// The content codings of a message body.
  public enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    /// The coding `gzip`: one or more members in the format of RFC 1952.
    case gzip
    /// The coding `deflate`: a stream in the zlib format of RFC 1950. The decoder also accepts the
    /// bare DEFLATE format of RFC 1951.
    case deflate
    /// The coding `br`: a stream in the format of RFC 7932, if the package trait `Brotli` is
    /// enabled.
    case brotli = "br"
    /// The coding `zstd`: one or more frames in the format of RFC 8878, if the package trait `Zstd`
    /// is enabled.
    case zstd
    /// The coding `identity`, which leaves the content unchanged.
    case identity

    /// A Boolean value that indicates whether this build can decode the content coding.
    ///
    /// The codings ``brotli`` and ``zstd`` require the package traits `Brotli` and `Zstd`. A
    /// session requests only content codings that it can decode.
    public var isSupported: Bool {
      switch self {
      case .gzip, .deflate, .identity: return true
      case .brotli:
        #if Brotli
          return true
        #else
          return false
        #endif
      case .zstd:
        #if Zstd
          return true
        #else
          return false
        #endif
      }
    }

    /// The package trait that decoding of the content coding requires, or `nil` if every build
    /// decodes the content coding.
    var trait: String? {
      switch self {
      case .gzip, .deflate, .identity: nil
      case .brotli: "Brotli"
      case .zstd: "Zstd"
      }
    }

    /// The `Accept-Encoding` value that lists all content codings that this build decodes.
    ///
    /// RFC 9110 section 12.5.3.
    package static let acceptable =
      allCases.filter { $0.isSupported && $0 != .identity }.map(\.rawValue).joined(separator: ", ")

    /// Creates a content coding from its name in any letter case. The result is `nil` if the coding
    /// is unknown.
    ///
    /// - Parameter name: The coding name as in `Content-Encoding`; `x-gzip` is an alias of `gzip`.
    public init?(name: String) {
      self.init(Array(name.utf8).span)
    }

    /// The name `x-gzip` is a historical alias of `gzip`.
    ///
    /// RFC 9110 section 8.4.1.3.
    private init?(_ name: Span<UInt8>) {
      if ASCII.equalsIgnoringCase(name, "x-gzip") {
        self = .gzip
        return
      }
      for coding in Self.allCases where ASCII.equalsIgnoringCase(name, coding.rawValue) {
        self = coding
        return
      }
      return nil
    }

    /// Returns the content codings of a `Content-Encoding` value in the order in which they were
    /// applied.
    ///
    ///     Content-Encoding = #content-coding
    ///     content-coding   = token
    ///
    /// RFC 9110 section 8.4.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the field value.
    ///   - limit: The maximum number of codings; a longer list is an error.
    public static func list(
      _ bytes: Span<UInt8>, limit: Int = DecodingLimits().codingCount
    ) throws(InvalidCoding) -> [ContentCoding] {
      var codings: [ContentCoding] = []
      for name in try names(bytes, limit) {
        guard let coding = ContentCoding(bytes.extracting(name)) else {
          throw .unknownCoding(bytes.lowercasedText(name))
        }
        codings.append(coding)
      }
      return codings
    }

    private static func names(
      _ bytes: Span<UInt8>, _ limit: Int
    ) throws(InvalidCoding) -> [Range<Int>] {
      do throws(InvalidValue) {
        return try ElementList.tokens(in: bytes, limit: limit)
      } catch .tooManyElements(let limit) {
        throw .tooManyCodings(limit: limit)
      } catch {
        throw .malformedList(error)
      }
    }
  }
}
