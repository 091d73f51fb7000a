/// The content of a response that is an image: its bytes, and what their headers say.
public struct EncodedImage: Hashable, Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// What its headers say.
  public let facts: ImageFacts
  /// What it was held to.
  private let limits: ImageLimits

  /// Recognises an image and reads its headers.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    facts = try ImageFacts(of: bytes.span, limits: limits)
    self.bytes = bytes
    self.limits = limits
  }

  /// Decodes the first picture.
  public func pixels(
    by decoders: ImageDecoders = ImageDecoders()
  ) throws(ImageError) -> ImagePixels {
    try decoders.decode(bytes.span, limits: limits)
  }
}
