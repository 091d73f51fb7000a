public import ApusHTTP
public import ApusSerialization

/// A serializer that recognizes an image in the content of a response and reads the headers of the
/// image.
///
///     let logo = try await api.send(.get("logo.png"), using: ImageResponseSerializer())
///     print(logo?.facts.displayWidth ?? 0)
///
/// The image decodes its pixels on request, and only with a decoder for its kind. The built-in
/// decoder supports PNG, and a program may add further decoders. If a rejected response contains an
/// image, the result has an error and an image. The serializer does not read content with a media
/// type that is not accepted. A response without content has no image, and the missing content
/// alone is not an error. Bytes that are not an image are an error, which AFNetworking on iOS
/// ignored. The serializer has no scale setting, because the module has no display. The serializer
/// does not decode pixels in advance. An archive contains the settings of the serializer, and a
/// reader that names the type can create the serializer:
///
///     coder.userInfo = ArchivedSerializers([ImageResponseSerializer.self]).userInfo
public struct ImageResponseSerializer: ResponseSerializer, ArchivedSerializer {
  public static var archiveName: String { "ImageResponseSerializer" }

  /// The validation of responses, which accepts the image media types of AFNetworking and the
  /// statuses 2xx.
  ///
  /// The serializer recognizes WebP and AVIF images by their bytes. The media types `image/webp`
  /// and `image/avif` are accepted only if a program adds the types to the validation.
  public var validation = ResponseValidation(mediaTypes: [
    "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
    "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
  ])
  /// The size limits for images that the serializer reads.
  public var limits = ImageLimits()

  /// Creates an image serializer with the default settings.
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

/// An encoded image from the content of a response, with its bytes and the facts from its headers.
public struct EncodedImage: Hashable, Sendable {
  /// The bytes of the whole image file.
  public let bytes: [UInt8]
  /// The facts from the headers of the image.
  public let facts: ImageFacts
  /// The size limits that were applied to the image.
  private let limits: ImageLimits

  /// Recognizes the format of an image and reads its headers.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the image file.
  ///   - limits: The maximum width, height and number of pixels.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    facts = try ImageFacts(of: bytes.span, limits: limits)
    self.bytes = bytes
    self.limits = limits
  }

  /// Decodes the pixels of the first picture in the image file.
  ///
  /// - Parameter decoders: The decoders, which must include a decoder for the image kind.
  public func pixels(
    by decoders: ImageDecoders = ImageDecoders()
  ) throws(ImageError) -> ImagePixels {
    try decoders.decode(bytes.span, limits: limits)
  }
}
