import ApusImages
import Testing

struct ImageResponseSerializerTests {
  private static let png = ImageMaker.png(
    ImageMaker.header(2, 1, depth: 8, type: 0), rows: [0, 1, 2])

  private func response(
    _ type: String?, _ body: [UInt8], _ status: HTTP.Status = 200
  ) -> HTTP.Response {
    var headers = HTTP.Fields()
    if let type { headers[.contentType] = HTTP.FieldValue(type) }
    return HTTP.Response(status, headers: headers, body: body)
  }

  @Test(arguments: [
    "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp",
    "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
  ])
  func `an image serializer accepts ten media types by default`(type: String) throws {
    let serializer = ImageResponseSerializer()
    #expect(serializer.validation.mediaTypes?.count == 10)
    let image = try serializer.value(of: response(type, Self.png))
    #expect(image?.facts.kind == .png)
  }

  @Test(arguments: ["image/webp", "image/heic", "image/svg+xml", "text/html"])
  func `an image serializer rejects a media type that was not added`(type: String) throws {
    var serializer = ImageResponseSerializer()
    let error = #expect(throws: ResponseSerializationError.self) {
      try serializer.value(of: response(type, Self.png))
    }
    #expect(error?.concernsMediaType == true && error?.number == -1016)
    serializer.validation.mediaTypes?.append(type)
    #expect(try serializer.value(of: response(type, Self.png))?.facts.kind == .png)
  }

  @Test func `an image serializer rejects bytes that are not an image`() throws {
    let serializer = ImageResponseSerializer()
    for body in [Array("<html>".utf8), Array(Self.png.dropLast()), [0]] {
      let result = serializer.serialize(response("image/png", body))
      #expect(result.value == nil && result.error?.number == -1017)
    }
    #expect(try serializer.value(of: response("image/png", [])) == nil)
    let refused = serializer.serialize(response("image/png", [0], 404))
    #expect(refused.error?.causes.count == 2 && refused.error?.number == -1011)
    let shown = serializer.serialize(response("image/png", Self.png, 404))
    #expect(shown.value?.facts.width == 2 && shown.error?.number == -1011)
  }

  @Test func `an image serializer rejects an image above the limits`() {
    var serializer = ImageResponseSerializer()
    serializer.limits.pixelCount = 1
    let result = serializer.serialize(response("image/png", Self.png))
    #expect(
      result.value == nil && "\(result.error!)".contains("the pixel count is 2, but at most 1"))
  }

  @Test func `an image serializer returns the pixel size, and pixels on request`() throws {
    let value = try ImageResponseSerializer().value(of: response("image/png", Self.png))
    let image = try #require(value)
    #expect(image.facts.width == 2 && image.facts.height == 1 && image.bytes == Self.png)
    #expect(try image.pixels()[1, 0] == SIMD4(2, 2, 2, 255))
  }

  @Test func `an archived session configuration restores its image serializer`() async throws {
    var images = ImageResponseSerializer()
    images.validation.mediaTypes = ["image/webp"]
    images.limits.pixelCount = 2
    var configuration = HTTPSession.Configuration()
    configuration.responseSerializer = CompoundResponseSerializer([
      JSONResponseSerializer(), images,
    ])
    let bytes = try JSONCoder().encode(configuration)
    var coder = JSONCoder()
    // Types that the reader has not named are not made.
    #expect(throws: JSON.DecodingError.self) {
      try coder.decode(HTTPSession.Configuration.self, from: bytes)
    }
    coder.userInfo = ArchivedSerializers([ImageResponseSerializer.self]).userInfo
    let again = try coder.decode(HTTPSession.Configuration.self, from: bytes)
    let compound = again.responseSerializer as? CompoundResponseSerializer
    let kept = try #require(compound?.serializers.last as? ImageResponseSerializer)
    #expect(kept.validation == images.validation && kept.limits == images.limits)
    let image = kept.serialize(response("image/webp", Self.png))
    #expect(image.value?.facts.width == 2)
  }
}
