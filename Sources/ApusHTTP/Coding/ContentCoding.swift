internal import ApusBytes

extension HTTP {
  /// The codings of a body's content.
  public enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    /// Members in the format of RFC 1952, one or more.
    case gzip
    /// A stream in the format of RFC 1950; that of RFC 1951 alone is read too.
    case deflate
    /// A stream in the format of RFC 7932, if the trait `Brotli` is enabled.
    case brotli = "br"
    /// Frames in the format of RFC 8878, one or more, if the trait `Zstd` is enabled.
    case zstd
    /// The bytes as they are.
    case identity

    /// A Boolean value that indicates whether this build decodes the coding.
    ///
    /// It is false for ``brotli`` and ``zstd`` unless the package's traits `Brotli` and `Zstd` are
    /// enabled. A session requests the codings that it decodes.
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

    /// The trait of the package that a build needs to decode the coding, or nil.
    var trait: String? {
      switch self {
      case .gzip, .deflate, .identity: nil
      case .brotli: "Brotli"
      case .zstd: "Zstd"
      }
    }

    /// The value of `Accept-Encoding` for all codings that this build decodes.
    ///
    /// RFC 9110 section 12.5.3.
    package static let acceptable =
      allCases.filter { $0.isSupported && $0 != .identity }.map(\.rawValue).joined(separator: ", ")

    /// Creates the coding of a name in any case, or nil if there is none here.
    ///
    /// - Parameter name: The name as in `Content-Encoding`; `x-gzip` is an alias.
    public init?(name: String) {
      self.init(Array(name.utf8).span)
    }

    /// `x-gzip` is the name that gzip had once.
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

    /// Reads a value of `Content-Encoding`: the codings in the order they were applied.
    ///
    ///     Content-Encoding = #content-coding
    ///     content-coding   = token
    ///
    /// RFC 9110 section 8.4.
    ///
    /// - Parameters:
    ///   - bytes: The value of the field.
    ///   - limit: The maximum number of codings; more are an error.
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
