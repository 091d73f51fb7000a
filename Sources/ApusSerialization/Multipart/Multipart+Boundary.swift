public import ApusBytes
public import ApusHTTP

extension Multipart {
  /// The delimiter between the parts of a body, which occurs in none of them.
  ///
  ///     boundary      = 0*69<bchars> bcharsnospace
  ///     bchars        = bcharsnospace / " "
  ///     bcharsnospace = DIGIT / ALPHA / "'" / "(" / ")" / "+" / "_" / "," / "-" / "." / "/"
  ///                   / ":" / "=" / "?"
  ///
  /// RFC 2046 section 5.1.1.
  public struct Boundary: Sendable, Hashable {
    /// The boundary without its dashes.
    public let text: String

    /// The longest boundary.
    public static let byteCountLimit = 70

    /// Creates a boundary of the caller's, or of a peer's.
    ///
    /// - Parameter text: The characters between the delimiters, 1 to 70.
    public init(_ text: String) throws(Multipart.Failure) {
      let bytes = Array(text.utf8)
      guard (1...Self.byteCountLimit).contains(bytes.count), bytes.last != 0x20,
        bytes.allSatisfy({ Self.bytes.contains($0) })
      else { throw .invalidBoundary }
      self.text = text
    }

    /// Creates the boundary that a media type names.
    ///
    /// - Parameter mediaType: The type with a parameter `boundary`.
    public init(of mediaType: HTTP.MediaType) throws(Multipart.Failure) {
      guard mediaType.type == "multipart" else { throw .notMultipart(mediaType.essence) }
      guard let parameter = mediaType.parameters["boundary"] else { throw .invalidBoundary }
      try self.init(parameter.value)
    }

    /// Returns a boundary of 128 random bits, which no part has by chance and no peer can guess.
    ///
    /// - Parameter source: The source of random bytes; that of the system by default.
    public static func random(
      using source: some RandomSource = SystemRandom()
    ) throws(Multipart.Failure) -> Boundary {
      do throws(RandomError) {
        let digits = Hex.encode(try source.bytes(16)).utf8.map { $0 >= 0x61 ? $0 - 0x20 : $0 }
        return Boundary(unchecked: "Boundary+" + String(decoding: digits, as: UTF8.self))
      } catch {
        throw .random(error)
      }
    }

    private init(unchecked text: String) { self.text = text }

    /// A kind of multipart content with the boundary.
    func mediaType(subtype: String) -> HTTP.MediaType {
      // All characters of a boundary are allowed in a parameter.
      (try? HTTP.MediaType("multipart", subtype, ["boundary": text])) ?? .octetStream
    }

    /// Returns whether content has the delimiter, which would end it too early.
    func isIn(_ content: Span<UInt8>) -> Bool {
      ByteScan.firstPlace(of: "--\(text)".utf8.span, in: content) != nil
    }

    private static let bytes = ByteSet.letters.union(.digits).union(ByteSet("'()+_,-./:=? "))
  }
}
