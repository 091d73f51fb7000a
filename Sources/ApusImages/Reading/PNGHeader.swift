/// The first chunk of a PNG file, which contains the size and the storage format of the pixels.
///
///     width (4), height (4), bits per sample (1), colour type (1), compression (1), filter (1),
///     interlacing (1)
///
/// PNG 3 section 11.2.1.
public struct PNGHeader: Hashable, Sendable {
  /// The colour type of a PNG image, which determines the channels of a pixel.
  public enum ColourType: Int, Hashable, Sendable {
    /// A pixel consists of one grey sample.
    case grey = 0
    /// A pixel consists of red, green and blue samples.
    case colour = 2
    /// A pixel is an index in the palette.
    case palette = 3
    /// A pixel consists of a grey sample and an alpha sample.
    case greyWithAlpha = 4
    /// A pixel consists of red, green, blue and alpha samples.
    case colourWithAlpha = 6

    /// The number of samples that make up a pixel.
    public var sampleCount: Int {
      switch self {
      case .grey, .palette: 1
      case .greyWithAlpha: 2
      case .colour: 3
      case .colourWithAlpha: 4
      }
    }

    /// The permitted bit depths for the colour type.
    var depths: Set<Int> {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .colour, .greyWithAlpha, .colourWithAlpha: [8, 16]
      }
    }
  }

  /// The width of the image in pixels.
  public let width: Int
  /// The height of the image in pixels.
  public let height: Int
  /// The number of bits of a sample: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// The colour type of the image.
  public let colourType: ColourType
  /// A Boolean value that indicates whether the pixels are stored in the seven interlacing passes
  /// of Adam7.
  public let isInterlaced: Bool

  /// The number of bits of a pixel.
  var bitCount: Int { bitDepth * colourType.sampleCount }

  /// Reads the signature and the first chunk of a PNG file.
  ///
  /// - Parameter bytes: The start of the file, with the signature and the first chunk.
  public init(reading bytes: Span<UInt8>) throws(ImageError) {
    guard ImageKind(recognizing: bytes) == .png else { throw .malformed(.png, .header, at: 0) }
    let chunk = try PNGChunk(reading: bytes, at: 8)
    guard chunk.name == .header else { throw .malformed(.png, .order, at: 8) }
    guard chunk.content.count == 13 else { throw .malformed(.png, .length, at: 8) }
    try chunk.checkCRC(in: bytes)
    let at = chunk.content.lowerBound
    width = try bytes.number(4, at: at, .big, of: .png)
    height = try bytes.number(4, at: at + 4, .big, of: .png)
    guard 1...Int(Int32.max) ~= width, 1...Int(Int32.max) ~= height else {
      throw .malformed(.png, .dimensions, at: at)
    }
    bitDepth = Int(bytes[at + 8])
    guard let colourType = ColourType(rawValue: Int(bytes[at + 9])),
      colourType.depths.contains(bitDepth), bytes[at + 10] == 0, bytes[at + 11] == 0,
      bytes[at + 12] <= 1
    else { throw .malformed(.png, .encoding, at: at + 8) }
    self.colourType = colourType
    isInterlaced = bytes[at + 12] == 1
  }
}
