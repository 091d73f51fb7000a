public import ApusBytes
public import ApusHTTP

extension Multipart {
  /// The boundary that separates the parts of a multipart body. No part may contain the boundary.
  ///
  ///     boundary      = 0*69<bchars> bcharsnospace
  ///     bchars        = bcharsnospace / " "
  ///     bcharsnospace = DIGIT / ALPHA / "'" / "(" / ")" / "+" / "_" / "," / "-" / "." / "/"
  ///                   / ":" / "=" / "?"
  ///
  /// RFC 2046 section 5.1.1.
  public struct Boundary: Sendable, Hashable {
    /// The text of the boundary without the two leading hyphens.
    public let text: String

    /// The maximum number of bytes of a boundary.
    public static let byteCountLimit = 70

    /// Creates a multipart boundary from a text, and checks the length and the characters of the
    /// text.
    ///
    /// - Parameter text: The text of the boundary, with 1 to 70 characters.
    public init(_ text: String) throws(Multipart.Failure) {
      let bytes = Array(text.utf8)
      guard (1...Self.byteCountLimit).contains(bytes.count), bytes.last != 0x20,
        bytes.allSatisfy({ Self.bytes.contains($0) })
      else { throw .invalidBoundary }
      self.text = text
    }

    /// Creates a multipart boundary from the parameter `boundary` of a media type.
    ///
    /// - Parameter mediaType: The media type with a parameter `boundary`.
    public init(of mediaType: HTTP.MediaType) throws(Multipart.Failure) {
      guard mediaType.type == "multipart" else { throw .notMultipart(mediaType.essence) }
      guard let parameter = mediaType.parameters["boundary"] else { throw .invalidBoundary }
      try self.init(parameter.value)
    }

    /// Returns a boundary of 128 random bits, which cannot be guessed and does not occur in content
    /// by chance.
    ///
    /// - Parameter source: The source of random bytes; the source of the system by default.
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

    /// Returns a multipart media type with the boundary.
    func mediaType(subtype: String) -> HTTP.MediaType {
      // All characters of a boundary are allowed in a media type parameter, so the fallback is
      // never used.
      (try? HTTP.MediaType("multipart", subtype, ["boundary": text])) ?? .octetStream
    }

    /// Returns whether the content of a part contains the boundary, which would end the part too
    /// early.
    func isIn(_ content: Span<UInt8>) -> Bool {
      ByteScan.firstPlace(of: "--\(text)".utf8.span, in: content) != nil
    }

    private static let bytes = ByteSet.letters.union(.digits).union(ByteSet("'()+_,-./:=? "))
  }
}
