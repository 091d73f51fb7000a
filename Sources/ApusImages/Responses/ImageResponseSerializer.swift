public import ApusHTTP
public import ApusSerialization

/// Recognises an image in the content and reads its size.
///
///     let logo = try await api.send(.get("logo.png"), using: ImageResponseSerializer())
///     print(logo?.facts.displayWidth ?? 0)
///
/// The pixels are decoded on request, and only for kinds with a decoder: PNG, and the kinds of the
/// caller's decoders. A rejected response whose content is an image has both an error and an image.
/// Content of a media type that is not accepted is not read; a response without content has no
/// image and by itself no error. Bytes that are not an image are an error, which AFNetworking on
/// iOS ignored. There is no display here, so there is no scale, and pixels are not decoded in
/// advance. Archives keep it with its settings, and create it for a reader that names its type:
///
///     coder.userInfo = ArchivedSerializers([ImageResponseSerializer.self]).userInfo
public struct ImageResponseSerializer: ResponseSerializer, ArchivedSerializer {
  public static var archiveName: String { "ImageResponseSerializer" }

  /// The validation of responses: the media types of AFNetworking and 2xx.
  ///
  /// WebP and AVIF are recognised by their bytes; `image/webp` and `image/avif` are accepted only
  /// if they are added here.
  public var validation = ResponseValidation(mediaTypes: [
    "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
    "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
  ])
  /// The limits for images.
  public var limits = ImageLimits()

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<EncodedImage> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    guard !response.body.isEmpty else { return SerializedResponse(nil, verdict.error) }
    do throws(ImageError) {
      return SerializedResponse(try EncodedImage(response.body, limits: limits), verdict.error)
    } catch {
      let causes =
        (verdict.error?.causes ?? []) + [
          .other("the content of the response is not a readable image: \(error)")
        ]
      let told = ResponseSerializationError(causes[0], underlying: Array(causes.dropFirst()))
      return SerializedResponse(nil, told)
    }
  }
}

/// The content of a response that is an image: its bytes, and the facts in their headers.
public struct EncodedImage: Hashable, Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// The facts in the headers.
  public let facts: ImageFacts
  /// The limits that were applied.
  private let limits: ImageLimits

  /// Recognises an image and reads its headers.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - limits: The maximum width, height and number of pixels.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    facts = try ImageFacts(of: bytes.span, limits: limits)
    self.bytes = bytes
    self.limits = limits
  }

  /// Decodes the first picture.
  ///
  /// - Parameter decoders: The decoders, one of which must decode this kind.
  public func pixels(
    by decoders: ImageDecoders = ImageDecoders()
  ) throws(ImageError) -> ImagePixels {
    try decoders.decode(bytes.span, limits: limits)
  }
}
