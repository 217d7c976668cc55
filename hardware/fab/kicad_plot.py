"""Plots a board with KiCad's own library; run by the interpreter that has it, alone.

usage: python3 kicad_plot.py BOARD FOLDER HEIGHT LAYER...   (layers by KiCad's names)
It prints KiCad's version. Gerbers and drills count from the board's lower left corner.
"""

import sys

import pcbnew


def gerbers(board: "pcbnew.BOARD", folder: str, layers: "list[str]") -> None:
    """One X2 Gerber a layer, `NAME-F_Cu.gbr`."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(folder)
    for its in ("UseGerberX2format", "IncludeGerberNetlistInfo", "UseAuxOrigin",
                "SubtractMaskFromSilk", "PlotReference"):
        getattr(options, "Set" + its)(True)
    for its in ("PlotFrameRef", "PlotValue", "UseGerberProtelExtensions", "CreateGerberJobFile"):
        getattr(options, "Set" + its)(False)
    options.SetGerberPrecision(6)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
    for layer in layers:
        plotter.SetLayer(board.GetLayerID(layer))
        plotter.OpenPlotfile(layer.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, "")
        if not plotter.PlotLayer():
            sys.exit(f"KiCad could not plot {layer}")
    plotter.ClosePlot()


def drills(board: "pcbnew.BOARD", folder: str, origin: "pcbnew.wxPoint") -> None:
    """Excellon in millimetres, plated and not plated apart."""
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetOptions(False, False, origin, False)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(folder, True, False)


def main(argv: "list[str]") -> None:
    """Plot everything."""
    path, folder, height, *layers = argv
    print(pcbnew.GetBuildVersion())
    if not pcbnew.GetBuildVersion().startswith("6."):
        return
    board = pcbnew.LoadBoard(path)
    origin = pcbnew.wxPoint(0, pcbnew.FromMM(float(height)))
    board.GetDesignSettings().SetAuxOrigin(origin)
    gerbers(board, folder, layers)
    drills(board, folder, origin)


if __name__ == "__main__":
    main(sys.argv[1:])
