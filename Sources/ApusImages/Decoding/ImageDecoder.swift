/// A decoder that returns the pixels of certain image formats.
///
/// PNG has a built-in decoder. For a different format, such as JPEG, a program can add a decoder
/// that calls a library:
///
///     struct JPEGDecoder: ImageDecoder {
///       let kinds: Set<ImageKind> = [.jpeg]
///       func decode(
///         _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
///       ) throws(ImageError) -> ImagePixels { … }
///     }
///     let decoders = ImageDecoders([PNGDecoder(), JPEGDecoder()])
public protocol ImageDecoder: Sendable {
  /// The image kinds that the decoder supports.
  var kinds: Set<ImageKind> { get }

  /// Decodes the first picture of an image file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the whole file, whose kind the decoder supports.
  ///   - facts: The facts from the file's headers, with a size that is within the limits.
  ///   - limits: The limits for the image.
  /// - Returns: A picture with the stored width and height of the facts, without rotation.
  func decode(
    _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
  ) throws(ImageError) -> ImagePixels
}

/// A list of image decoders for different image formats.
///
///     let pixels = try ImageDecoders().decode(bytes.span)
///
/// By default, the list contains only a decoder for PNG. For JPEG, GIF, WebP, BMP, TIFF, ICO and
/// AVIF, the module reads the headers, but decoding throws `ImageError.noDecoder`.
public struct ImageDecoders: Sendable {
  private let decoders: [any ImageDecoder]

  /// Creates a list of image decoders. The first decoder that supports an image format decodes the
  /// images of this format.
  ///
  /// - Parameter decoders: The decoders in the order of preference.
  public init(_ decoders: [any ImageDecoder] = [PNGDecoder()]) { self.decoders = decoders }

  /// The image kinds that at least one decoder supports.
  public var kinds: Set<ImageKind> { decoders.reduce(into: []) { $0.formUnion($1.kinds) } }

  /// Decodes the first picture of an image file after checking the file's headers against the
  /// limits.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - limits: The maximum width, height and number of pixels.
  public func decode(
    _ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> ImagePixels {
    let facts = try ImageFacts(of: bytes, limits: limits)
    guard let decoder = decoders.first(where: { $0.kinds.contains(facts.kind) }) else {
      throw .noDecoder(facts.kind)
    }
    let pixels = try decoder.decode(bytes, facts: facts, limits: limits)
    guard pixels.width == facts.width, pixels.height == facts.height else {
      throw .malformed(facts.kind, .pixelCount, at: bytes.count)
    }
    return pixels
  }
}

/// A decoded picture with rows from top to bottom and four bytes for each pixel.
/// The colours are not multiplied by alpha.
public struct ImagePixels: Hashable, Sendable {
  /// The width of the picture in pixels.
  public let width: Int
  /// The height of the picture in pixels.
  public let height: Int
  /// The red, green, blue and alpha bytes of each pixel, without padding between the rows.
  public let rgba: [UInt8]

  /// Creates a picture from a width, a height and the bytes of its pixels.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - rgba: The pixels row by row, with the four bytes red, green, blue and alpha for each
  ///     pixel.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width > 0 && height > 0 && rgba.count == width * height * 4)
    self.width = width
    self.height = height
    self.rgba = rgba
  }

  /// Returns the red, green, blue and alpha values of a pixel.
  /// The upper left pixel has the coordinates 0 and 0.
  ///
  /// - Parameters:
  ///   - x: The column, from 0 at the left.
  ///   - y: The row, from 0 at the top.
  public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    precondition(0..<width ~= x && 0..<height ~= y)
    let at = (y * width + x) * 4
    return SIMD4(rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3])
  }

  /// A Boolean value that indicates whether any pixel is not opaque.
  public var hasTransparency: Bool {
    stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] != 255 }
  }
}
