"""Rotation of rigid bodies: free, exactly, and under torques, with methods that keep what the motion keeps.

>>> import polhode
>>> nut = polhode.Body(moments=[0.6, 0.8, 1.0])
>>> start = polhode.State(angular_velocity=[0.01, 5, 0.02])
>>> polhode.free(nut, start, 10).w.round(6)
array([-0.014046, -4.999985,  0.02141 ])

SI units, radians; quaternions are w x y z, from body axes to space axes; angular velocities and torques are along body
axes, L is along space axes.
"""

from . import events, plot, torques
from ._body import Body
from ._core import version as __version__
from ._ensemble import Ensemble, EnsembleResult
from ._methods import Method, Methods, methods
from ._motion import Motion, free
from ._scenario import Comparison, Scenario, advise, compare
from ._solution import Certificate, Solution
from ._solve import solve
from ._state import State

__all__ = [
    "Body",
    "Certificate",
    "Comparison",
    "Ensemble",
    "EnsembleResult",
    "Method",
    "Methods",
    "Motion",
    "Scenario",
    "Solution",
    "State",
    "advise",
    "compare",
    "events",
    "free",
    "methods",
    "plot",
    "solve",
    "torques",
]
