/// A decoder for the pixels of some kinds of images.
///
/// PNG has a built-in decoder. For other kinds, such as JPEG, write a decoder that calls a library
/// of your choice:
///
///     struct JPEGDecoder: ImageDecoder {
///       let kinds: Set<ImageKind> = [.jpeg]
///       func decode(
///         _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
///       ) throws(ImageError) -> ImagePixels { … }
///     }
///     let decoders = ImageDecoders([PNGDecoder(), JPEGDecoder()])
public protocol ImageDecoder: Sendable {
  /// The kinds that it decodes.
  var kinds: Set<ImageKind> { get }

  /// Decodes the first picture of an image.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, which is of one of the kinds.
  ///   - facts: The facts from its headers; its size is within the limits.
  ///   - limits: The limits for the image.
  /// - Returns: As many pixels as the facts state, without rotation.
  func decode(
    _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
  ) throws(ImageError) -> ImagePixels
}

/// The decoders by kind of image.
///
///     let pixels = try ImageDecoders().decode(bytes.span)
///
/// By default only PNG is decoded: JPEG, GIF, WebP, BMP, TIFF, ICO and AVIF are recognised, and
/// their headers read, but decoding them throws `ImageError.noDecoder`.
public struct ImageDecoders: Sendable {
  private let decoders: [any ImageDecoder]

  /// Creates a list of decoders; the first that names a kind decodes it.
  ///
  /// - Parameter decoders: The decoders, the preferred one first.
  public init(_ decoders: [any ImageDecoder] = [PNGDecoder()]) { self.decoders = decoders }

  /// The kinds that are decoded.
  public var kinds: Set<ImageKind> { decoders.reduce(into: []) { $0.formUnion($1.kinds) } }

  /// Decodes the first picture of an image, after the limits have been held to its headers.
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

/// A decoded picture: rows from the top, four bytes a pixel, alpha not multiplied in.
public struct ImagePixels: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, 8 bits each, without padding between rows.
  public let rgba: [UInt8]

  /// Creates a picture of that size, whose bytes must be four times as many as its pixels.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - rgba: The pixels row by row, each with red, green, blue and alpha.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width > 0 && height > 0 && rgba.count == width * height * 4)
    self.width = width
    self.height = height
    self.rgba = rgba
  }

  /// Returns red, green, blue and alpha of a pixel, counted from the upper left one.
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
